/** What `npm run soak` says of its options. */
export const HELP = `Usage: npm run soak -- [options]

  --minutes N   of load, 3 at least (10)
  --readers N   who ask at the same time (24)
  --people N    in the registry (500)
  --leaving     instead: 500 readers who leave at any moment, which are also the end of the load
  --chaos       instead: two instances and eight partners, of which everything fails by chance, every answer judged
  --workers N   of each instance of chaos (2)
  --seconds N   of chaos, or of slow partners (600)
  --attack      instead: a partner that sends everything that is known to do harm, once and eight times at once
  --pages       instead: texts that do harm in every view of the page, in a real browser, each judged
  --only NAME   of the attacks or the views this one alone
  --oracle      instead: partners that do what the symbol says, and walks through partners that change; all is judged
  --questions N of the oracle (1000), 40 at once
  --walks N     of the oracle (300)
  --slow        instead: lists of genes, pages of 1000 rows and readers at partners that are slow and well: none may rest
  --seed N      what chance depends on (1); printed with whatever was wrong
`;
