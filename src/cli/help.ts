/** The texts of `--help`: for the command line, and for each command. */

import { MOCK_TOKEN, MOCK_VERSIONS } from '../demo/mock-answers.ts';
import { SCENARIO_NAMES, SCENARIOS } from '../demo/scenarios.ts';

const CONFIG = `  --config FILE        overrides config/default.yaml and the files before it; see docs/configuration.md`;

/** The purpose of each command, in a line or a few. */
export const HELP = `isearch-proxy: a registry of researchers, and one search over every registry of the network

Usage: isearch-proxy COMMAND [--config FILE]

Commands:
  serve                    answer requests until stopped
  import FILE              replace the registry's data by a snapshot (gzipped or not; - reads standard input)
  import FILE              or add and change people by a table of them (CSV, TSV, XLSX)
        [--remove-missing] remove people who are not in the table
        [--dry-run]        report what either import would do, and write nothing
  import --template [FILE] write such a table to be filled in (CSV to standard output, or FILE.csv, FILE.xlsx)
  load KIND FILE…          add and change genes, orthologs, annotations, ontology, organs or diseases from the files
                           that NCBI, OBO and HPO publish (gzipped or not, a path, an address, - for standard input)
  load --all FOLDER        the same from a folder of such files, each recognised by its content
        [--name NAME]      what the ontology is called here
        [--activate TERM]  switches the term on, with all below it
        [--confirm]        what the files lack is gone in truth, however much it is
  export                   write the registry's data to standard output, as a snapshot
  copy --to FILE           copy the registry of an RDP database to a file
        [--from ADDRESS]   where it is (database.follow by default)
        [--password-file FILE]
  backup FILE              copy the database file, also while a registry is running on it
  config from-rdp FILE --to FILE
                           make a configuration from the application.properties of an RDP
  follow confirm           say that people whom the followed database lacks, together with most others, have left
  follow begin             put a registry of its own aside, so that the next start follows database.follow
  follow end               make a registry of its own of the copy of a followed database
  account create EMAIL     make an account
        --role ROLE        of an administrator (admin), a service or a user
  account list             show all accounts
  account role ACCOUNT ROLE  give an account (its id or e-mail address) another role
  account disable ACCOUNT  hide its profile and refuse its tokens; account enable ends that
  account rename ACCOUNT EMAIL  change its e-mail address
  token create ACCOUNT     make an access token for an account; it is shown once
        [--label TEXT]     what it is for
        [--days NUMBER]    how long it is valid (365 by default)
  token create --for-partners  the same for a partner's administrators
  token list               show the tokens of all accounts, without the secrets
  token revoke TOKEN_ID    make a token invalid at once
  partners check [KEY]     ask every partner, or one, everything once, and report what is wrong with it
        [--json]           as JSON
  conformance URL          ask any registry a fixed set of questions, and report what of the protocol of RDP it keeps
        [--token-file FILE]  with the search token of that file
        [--json]           as JSON
  mcp                      answer an assistant that starts this program, on standard input and output
  mock-partner             a partner of invented people that can be well, slow, broken, …, to try out a registry with
        [--scenario NAME]  what is the matter with it (well by default)
        [--port NUMBER]    where it listens (8090 by default)
        [--speaks VERSION] as which version of RDP it answers (1.5.10 by default)
  demo [PORT]              three registries of invented people that ask each other, on PORT (8080) and the two after it

Options:
  --config FILE            overrides config/default.yaml and the files before it; see docs/configuration.md
  --help                   this text; behind a command, more about that command
  --version                the version
`;

/** The help of each command, by its name. */
export const COMMAND_HELP: Readonly<Record<string, string>> = {
  serve: `Answers requests until it is stopped (Ctrl-C or SIGTERM).

Usage: isearch-proxy serve [--config FILE]

An empty database is filled from database.initial-snapshot first, where that is set.

Options:
${CONFIG}
`,
  import: `Replaces all data of the registry by those of a snapshot, or takes over a table of people.

Usage: isearch-proxy import FILE [--dry-run] [--config FILE]
       isearch-proxy import FILE [--remove-missing] [--dry-run] [--config FILE]
       isearch-proxy import --template [FILE]

A snapshot is JSON in the form that docs/snapshot.md describes, gzipped or not; - reads standard input. Any other file
is a table of people in the form that docs/people-file.md describes: CSV, TSV or XLSX. People are known by e-mail, and
what the table does not say of them stays. Either is checked first: where anything is wrong, nothing is changed. All
of it is one transaction, and a registry that is running answers from the new data at once. Whom and which genes it
shows to more readers than before is reported by name, before anything is written.

Options:
  --dry-run            reports what the import would do, and writes nothing
  --remove-missing     people of the registry who are not in the table are removed, never administrators and services
  --template           writes a table to be filled in: CSV to standard output, or FILE.csv or FILE.xlsx
${CONFIG}
`,
  load: `Adds and changes reference data from the files of the field. What is no longer in them is reported.

Usage: isearch-proxy load genes FILE… [--confirm] [--config FILE]
       isearch-proxy load orthologs FILE… [--confirm] [--config FILE]
       isearch-proxy load annotations FILE… [--confirm] [--config FILE]
       isearch-proxy load ontology FILE [--name NAME] [--activate TERM]… [--confirm] [--config FILE]
       isearch-proxy load organs FILE [--confirm] [--config FILE]
       isearch-proxy load diseases FILE… [--confirm] [--config FILE]
       isearch-proxy load --all FOLDER [--confirm] [--config FILE]

genes reads gene_info of NCBI, orthologs gene_orthologs, annotations gene2go, ontology any OBO, organs that of Uberon,
diseases genes_to_phenotype.txt of HPO, with genes_to_disease.txt for the kind of each association and phenotype.hpoa
for the names, product 6 of Orphadata in XML for what Orphanet ties, Mondo in OBO and product 1 of Orphadata, one file
a language, for other names. FILE is a path, an https address, or - for standard input; gzipped or not.
Nothing is changed unless all of it can be read, nor where more than a tenth of what is here would be removed (twenty
records at least, or five and more than half), until --confirm says that it is gone. A registry that is running answers
from the new data at once. See docs/reference-data.md.

Options:
  --all FOLDER         all such files of a folder, each recognised by its content
  --name NAME          what the ontology is called here; otherwise as the file calls itself
  --activate TERM      switches the term on, with all below it, and the ontology; may be given several times
  --confirm            what the files lack is gone in truth: removes it, however much it is
${CONFIG}
`,
  export: `Writes the data of the registry to standard output, as a snapshot that import reads.

Usage: isearch-proxy export [--config FILE]

Access tokens are in no snapshot. A registry may be running meanwhile.

Options:
${CONFIG}
`,
  copy: `Copies the registry of an RDP database to FILE, of one consistent moment, and reports what of it does not fit.

Usage: isearch-proxy copy [--from ADDRESS] [--password-file FILE] --to FILE [--config FILE]

FILE must not be there yet. What it becomes depends on its name: .json and .json.gz a snapshot, .sqlite a database that
serve answers from. Nothing is written to the RDP database; docs/rdp-database.md says what its account needs.

Others of this machine can read the command line, so the password should not stand there: it may stand in a file, or
in database.follow with the rest of the address.

Options:
  --from ADDRESS       mysql://account@host:port/schema, or mariadb:// (database.follow by default)
  --password-file FILE  holds the password of the account
  --to FILE            the file to make
${CONFIG}
`,
  backup: `Copies the database file to FILE, which must not be there yet, and reads the copy through.

Usage: isearch-proxy backup FILE [--config FILE]

A registry may be running meanwhile. The copy holds private profiles, the hashes of access tokens and the key of
anonymous ids: keep it as safe as the original. docs/recover.md says how it is put back.

Options:
${CONFIG}
`,
  config: `Makes a configuration from the settings of an RDP.

Usage: isearch-proxy config from-rdp FILE --to FILE

FILE is the application.properties of an RDP; the messages and the profiles beside it are read with it. What has a key
here is written as YAML to a new file, which only this account may read, as it holds tokens and the password of the
database. What cannot be as in RDP, and what is left out, is reported without a value. See docs/configuration.md.

Options:
  --to FILE            the file to make, which serve then takes as --config
`,
  follow: `Begins to follow a database, ends that, or says that people whom it lacks have left.

Usage: isearch-proxy follow confirm [--config FILE]
       isearch-proxy follow begin [--config FILE]
       isearch-proxy follow end [--config FILE]

begin puts a registry of its own aside: the file of database.file, with its people, tokens and requests, gets another
name, and the next start reads the database of database.follow. Where that was followed before, tokens, requests and
saved searches go along. end makes a registry of its own of the copy, with tokens, requests, saved searches and the key
of anonymous ids. Run both while the registry is stopped. Neither asks the database for anything.

confirm says that people whom the followed database lacks, together with most others, have left. A database that is being loaded anew lacks its people for a while. Where most of them are missing they are shown for a
minute more; then nothing is answered until they return, or until this command says that they have left. It counts for
every process of a registry, and for every instance that shares state.url. See docs/follow.md.

Options:
${CONFIG}
`,
  account: `Makes, lists and changes the accounts of the registry.

Usage: isearch-proxy account create EMAIL --role ROLE [--config FILE]
       isearch-proxy account list [--config FILE]
       isearch-proxy account role ACCOUNT ROLE [--config FILE]
       isearch-proxy account disable ACCOUNT [--config FILE]
       isearch-proxy account enable ACCOUNT [--config FILE]
       isearch-proxy account rename ACCOUNT EMAIL [--config FILE]

ACCOUNT is its id, or its e-mail address. ROLE is admin (reads everybody and opens /admin), service (reads everybody)
or user (reads those who are shared). A new account is enabled, and its profile is private and empty. What a
disabled account has is kept, but its profile is shown to nobody and its tokens are refused. rename keeps the person,
with their id, profile and tokens. Each counts at once. A registry that follows another database only lists.

Options:
  --role ROLE          admin, service or user
${CONFIG}
`,
  token: `Makes, lists and revokes the access tokens of accounts.

Usage: isearch-proxy token create ACCOUNT [--label TEXT] [--days NUMBER] [--config FILE]
       isearch-proxy token create --for-partners [--label TEXT] [--days NUMBER] [--config FILE]
       isearch-proxy token list [--config FILE]
       isearch-proxy token revoke TOKEN_ID [--config FILE]

create writes the token to standard output, this once: only a hash of it is kept. ACCOUNT is the id of an account, or
its e-mail address. list shows the tokens without the secrets, and in which hour each was last used. revoke makes a
token invalid at once.

Options:
  --label TEXT         what the token is for
  --days NUMBER        how long it is valid (365 by default)
  --for-partners       for the administrators of a partner, who see whoever agreed to that (shared); their account is
                       the one of app.settings.isearch.user-id, or is made, disabled
${CONFIG}
`,
  partners: `Asks each partner, or the one of KEY, everything once, and reports what is wrong with it.

Usage: isearch-proxy partners check [KEY] [--json] [--config FILE]

Looked at are the name of its host, the connection, the certificate, the version, the address that the partner and its
records state, the search token, every kind of question with its time, and the fields of the records. Nothing of a
researcher is shown. It needs no database and no registry that runs, and waits as long as a search would.

The exit code is 0 where all is well, 1 where something is wrong, and 2 where nothing could be asked, as for a key that
is not configured. See docs/federation.md.

Options:
  --json               everything that was found, as JSON
${CONFIG}
`,
  conformance: `Asks a registry a fixed set of questions, and reports row by row what of the protocol of RDP it keeps.

Usage: isearch-proxy conformance URL [--token-file FILE] [--json]

Any registry can be asked, whatever it runs on. All questions are GET, one after the other, with a pause between. Each row
names the chapter of docs/rdp-protocol that it looks at, and the number of a known weakness where one is found. Rows that
could not be looked at say why: they say nothing of the registry. Nothing of a researcher is shown.

The exit code is 0 where nothing is wrong, 1 where something is, and 2 where nothing could be asked. See docs/federation.md.

Options:
  --token-file FILE    holds the search token of that registry; without it the row of the token is not looked at
  --json               everything that was found, as JSON
`,
  mcp: `Answers an assistant that starts this program, by the Model Context Protocol on standard input and output.

Usage: isearch-proxy mcp [--config FILE]

The tools are find_experts, resolve_text, coverage and registries. They answer what the public sees, from the database
of the configuration and from its partners; a registry may be running on that database meanwhile. It ends when the
input ends. The log goes to standard error. Assistants elsewhere call the same tools at /mcp of a registry that runs.
See docs/integrations.md.

Options:
${CONFIG}
`,
  'mock-partner': `Answers as a partner registry of invented people would, until it is stopped (Ctrl-C or SIGTERM).

Usage: isearch-proxy mock-partner [--scenario NAME] [--port NUMBER] [--speaks VERSION]

It listens on 127.0.0.1 and writes a line for each request: its path, the names of its parameters, and whether a token
came along. It takes the search token ${MOCK_TOKEN} and refuses every other.

Options:
  --port NUMBER        where it listens (8090 by default); 0 stands for any free port
  --speaks VERSION     as which version of RDP: ${MOCK_VERSIONS.join(', ')} (the last by default)
  --scenario NAME      what is the matter with it (well by default):
${scenarios()}
`,
  demo: `Runs three registries of invented people that ask each other, until it is stopped (Ctrl-C or SIGTERM).

Usage: isearch-proxy demo [PORT] [--config FILE]

They listen on PORT (8080) and the two after it; 0 stands for any free ports. Their data are in the folder data below
the folder where the command runs. The environment and --config override the settings of the first registry, but
for its data. See config/demo/README.md.

Options:
${CONFIG}
`,
};

/** Returns a line for each scenario of a mock partner. */
function scenarios(): string {
  return SCENARIO_NAMES.map((name) => `    ${name.padEnd(16)} ${SCENARIOS[name].about}`).join('\n');
}
