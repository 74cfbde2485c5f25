/** What `npm run bench` says of its options. */
export const HELP = `Usage: npm run bench -- [SNAPSHOT] [options]

Without SNAPSHOT it measures an invented registry. Without SNAPSHOT, --people and --only it also measures searches over
many registries.

  --people N[,N...]  sizes of invented registries (500); with several, also how the work grows
  --seconds N        of load on each server for each workload (5)
  --only NAME        one measurement: gene-search, by-id, by-name, list-researchers, list-genes, statistics,
                     by-description, gene-search-anonymised, list-genes-anonymised, slow-question
  --federation       only searches over many registries
  --overload         only more searches over many registries than it carries
  --broad            only crowds that ask for everybody at once, in every form of answer
  --workers          only a registry of two processes beside one of one
  --resolve FILE     only what texts mean, over the reference data in the database file of a registry
  --names            only how many people the box leads to by their names in fourteen forms, of the demonstration and of
                     SNAPSHOT (packed) or an invented registry
  --json FILE        writes all figures there too
`;
