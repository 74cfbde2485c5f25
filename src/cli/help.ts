/** The texts of `--help`: for the command line, and for each command. */

import { MOCK_TOKEN, MOCK_VERSIONS } from '../demo/mock-answers.ts';
import { SCENARIO_NAMES, SCENARIOS } from '../demo/scenarios.ts';

const CONFIG = `  --config FILE        overrides config/default.yaml, and any --config before it; see docs/configuration.md`;

/** The purpose of each command, in a line or a few. */
export const HELP = `isearch-proxy: a registry of researchers, and one search over every registry of the network

Usage: isearch-proxy COMMAND [--config FILE]

Commands:
  serve                    answers requests until it is stopped
  import FILE              replaces the data of the registry with a snapshot (gzipped or not; - reads standard input)
  import FILE              adds and changes people from a table (CSV, TSV or XLSX)
        [--remove-missing] removes people who are not in the table
        [--dry-run]        reports what the import would do, and writes nothing
  import --template [FILE] writes an empty table of people (CSV to standard output, or FILE.csv or FILE.xlsx)
  load KIND FILE…          adds and changes genes, orthologs, annotations, an ontology, organs or diseases from files
                           that NCBI, OBO and HPO publish (gzipped or not; a path, an address, or - for standard input)
  load --all FOLDER        does the same for a folder of such files; it recognises each by its content
        [--name NAME]      gives the ontology this name here
        [--activate TERM]  switches on the term and everything below it
        [--confirm]        removes everything that the files no longer have, however much it is
  export                   writes the data of the registry to standard output, as a snapshot
  copy --to FILE           copies the registry of an RDP database to a file
        [--from ADDRESS]   names that database (default: database.follow)
        [--password-file FILE]
  backup FILE              copies the database file; a registry may run on it meanwhile
  config from-rdp FILE --to FILE
                           makes a configuration from the application.properties of an RDP
  follow confirm           confirms that people have left when most of them are missing in the followed database
  follow begin             sets aside the data of this registry; the next start follows database.follow
  follow end               turns the copy of a followed database into this registry's own data
  account create EMAIL     creates an account
        --role ROLE        for an administrator (admin), a service or a user
  account list             shows all accounts
  account role ACCOUNT ROLE  gives an account (by id or e-mail address) another role
  account disable ACCOUNT  hides its profile and refuses its tokens; account enable undoes this
  account rename ACCOUNT EMAIL  changes its e-mail address
  token create ACCOUNT     creates an access token for an account, and shows it once
        [--label TEXT]     says what it is for
        [--days NUMBER]    says how many days it is valid (default: 365)
  token create --for-partners  creates a token for the administrators of a partner
  token list               shows the tokens of all accounts, without the secrets
  token revoke TOKEN_ID    makes a token invalid at once
  partners check [KEY]     asks every partner, or one, each kind of question once, and reports what is wrong
        [--json]           writes JSON
  conformance URL          asks any registry a fixed set of questions, and reports how it follows the protocol of RDP
        [--token-file FILE]  sends the search token in this file
        [--json]           writes JSON
  mcp                      answers an assistant that starts this program, on standard input and output
  mock-partner             runs a partner with invented people that is healthy, slow or broken, to test a registry
        [--scenario NAME]  chooses what is wrong with it (default: well)
        [--port NUMBER]    chooses its port (default: 8090)
        [--speaks VERSION] chooses its version of RDP (default: 1.5.10)
  demo [PORT]              runs three registries with invented people, on PORT (default: 8080) and the next two ports

Options:
  --config FILE            overrides config/default.yaml, and any --config before it; see docs/configuration.md
  --help                   shows this text; after a command, it explains that command
  --version                shows the version
`;

/** The help of each command, by its name. */
export const COMMAND_HELP: Readonly<Record<string, string>> = {
  serve: `Answers requests until it is stopped (Ctrl-C or SIGTERM).

Usage: isearch-proxy serve [--config FILE]

If the database is empty and database.initial-snapshot is set, it loads that snapshot first.

Options:
${CONFIG}
`,
  import: `Replaces all data of the registry with a snapshot, or adds and changes people from a table.

Usage: isearch-proxy import FILE [--dry-run] [--config FILE]
       isearch-proxy import FILE [--remove-missing] [--dry-run] [--config FILE]
       isearch-proxy import --template [FILE]

A snapshot is JSON, as docs/snapshot.md describes, gzipped or not; - reads standard input. Any other file is a table
of people in CSV, TSV or XLSX, as docs/people-file.md describes. The table identifies people by their e-mail address.
It changes only what it contains.

The import checks the whole file first. If anything is wrong, it changes nothing. It runs as one transaction, and a
running registry answers from the new data at once. Before it writes, it names every person and gene that more readers
will see than before.

Options:
  --dry-run            reports what the import would do, and writes nothing
  --remove-missing     removes people who are not in the table, but never administrators and services
  --template           writes an empty table: CSV to standard output, or FILE.csv or FILE.xlsx
${CONFIG}
`,
  load: `Adds and changes reference data from public files, and reports what the files no longer have.

Usage: isearch-proxy load genes FILE… [--confirm] [--config FILE]
       isearch-proxy load orthologs FILE… [--confirm] [--config FILE]
       isearch-proxy load annotations FILE… [--confirm] [--config FILE]
       isearch-proxy load ontology FILE [--name NAME] [--activate TERM]… [--confirm] [--config FILE]
       isearch-proxy load organs FILE [--confirm] [--config FILE]
       isearch-proxy load diseases FILE… [--confirm] [--config FILE]
       isearch-proxy load --all FOLDER [--confirm] [--config FILE]

KIND         Files
genes        gene_info of NCBI
orthologs    gene_orthologs of NCBI
annotations  gene2go of NCBI
ontology     any ontology in OBO
organs       Uberon in OBO
diseases     HPO: genes_to_phenotype.txt, genes_to_disease.txt (the kind of each association), phenotype.hpoa (names)
             Orphadata in XML: product 6 (genes of diseases), product 1 (other names, one file for each language)
             Mondo in OBO (other names)

FILE is a path, an https address, or - for standard input; gzipped or not. load changes nothing unless it can read
every file. It also changes nothing if it would remove more than a tenth of the records (at least twenty), or more than
half of them (at least five). To remove them, add --confirm. A running registry answers from the new data at once. See
docs/reference-data.md.

Options:
  --all FOLDER         loads all such files of a folder; it recognises each by its content
  --name NAME          gives the ontology this name here; otherwise it has the name in its file
  --activate TERM      switches on the ontology, the term and everything below it; may be given several times
  --confirm            removes everything that the files no longer have, however much it is
${CONFIG}
`,
  export: `Writes the data of the registry to standard output, as a snapshot that import can read.

Usage: isearch-proxy export [--config FILE]

A snapshot contains no access tokens. The registry may run meanwhile.

Options:
${CONFIG}
`,
  copy: `Copies the registry of an RDP database to FILE, and reports values that do not fit.

Usage: isearch-proxy copy [--from ADDRESS] [--password-file FILE] --to FILE [--config FILE]

FILE must not exist. Its name decides what it becomes: .json or .json.gz is a snapshot, .sqlite is a database that serve
answers from. The copy shows the database at one moment. copy writes nothing to the RDP database; docs/rdp-database.md
lists the rights that its account needs.

Other accounts on this machine can read the command line. Put the password in a file, or in database.follow with the
rest of the address.

Options:
  --from ADDRESS       mysql://account@host:port/schema, or mariadb://… (default: database.follow)
  --password-file FILE  contains the password of the account
  --to FILE            is the file to create
${CONFIG}
`,
  backup: `Copies the database file to FILE, and checks the copy.

Usage: isearch-proxy backup FILE [--config FILE]

FILE must not exist. The registry may run meanwhile. The copy contains private profiles, the hashes of access tokens
and the key of anonymous ids: protect it like the original. docs/recover.md explains how to restore it.

Options:
${CONFIG}
`,
  config: `Makes a configuration from the settings of an RDP.

Usage: isearch-proxy config from-rdp FILE --to FILE

FILE is the application.properties of an RDP. The command also reads the messages and the profiles beside it. It writes
the settings as YAML to a new file. Only this account may read that file, because it contains tokens and the password of
the database. The command reports what works differently from RDP, and what it leaves out, but shows no values. See
docs/configuration.md.

Options:
  --to FILE            is the file to create; start with serve --config FILE
`,
  follow: `Begins or ends to follow a database, or confirms that people have left it.

Usage: isearch-proxy follow confirm [--config FILE]
       isearch-proxy follow begin [--config FILE]
       isearch-proxy follow end [--config FILE]

begin renames the file of database.file, which contains the people, tokens and requests of this registry. The next
start reads the database of database.follow. If this registry followed the same database before, begin keeps its tokens,
requests and saved searches.

end turns the copy of a followed database into this registry's own data. It keeps the tokens, requests, saved
searches and the key of anonymous ids. Stop the registry before begin and end. Neither connects to the database.

confirm says that people have left when most of them are missing in the followed database. A database that is being
loaded again has no people for a while. So the registry shows missing people for one more minute, and then refuses all
questions until the people return or this command confirms that they have left. It counts for every process of a
registry, and for every instance with the same state.url. See docs/follow.md.

Options:
${CONFIG}
`,
  account: `Creates, lists and changes the accounts of the registry.

Usage: isearch-proxy account create EMAIL --role ROLE [--config FILE]
       isearch-proxy account list [--config FILE]
       isearch-proxy account role ACCOUNT ROLE [--config FILE]
       isearch-proxy account disable ACCOUNT [--config FILE]
       isearch-proxy account enable ACCOUNT [--config FILE]
       isearch-proxy account rename ACCOUNT EMAIL [--config FILE]

ACCOUNT is the id or the e-mail address of an account. ROLE is admin (reads all profiles and opens /admin), service
(reads all profiles) or user (reads shared profiles). A new account is enabled, and its profile is private and empty.
A disabled account keeps its data, but nobody sees its profile and its tokens are refused. rename keeps the id, the
profile and the tokens. Every change takes effect at once. A registry that follows another database can only list its
accounts.

Options:
  --role ROLE          is admin, service or user
${CONFIG}
`,
  token: `Creates, lists and revokes the access tokens of accounts.

Usage: isearch-proxy token create ACCOUNT [--label TEXT] [--days NUMBER] [--config FILE]
       isearch-proxy token create --for-partners [--label TEXT] [--days NUMBER] [--config FILE]
       isearch-proxy token list [--config FILE]
       isearch-proxy token revoke TOKEN_ID [--config FILE]

create writes the token to standard output. This is the only time, because the registry stores a hash of it. ACCOUNT is
the id or the e-mail address of an account. The command list shows the tokens without the secrets, and when each was
last used. The command revoke makes a token invalid at once.

Options:
  --label TEXT         says what the token is for
  --days NUMBER        says how many days it is valid (default: 365)
  --for-partners       creates a token for the administrators of a partner, who see shared profiles; it belongs to the
                       account in app.settings.isearch.user-id, or to a new, disabled account
${CONFIG}
`,
  partners: `Asks every partner, or the one with KEY, each kind of question once, and reports what is wrong.

Usage: isearch-proxy partners check [KEY] [--json] [--config FILE]

It checks the host, the connection, the certificate, the version, the address, the search token, the time of each kind
of question, and the fields of records. It shows nothing about researchers. It needs no database and no running
registry, and waits as long as a search does.

The exit code is 0 if nothing is wrong, 1 if something is wrong, and 2 if nothing could be asked, for example because
KEY is not configured. See docs/federation.md.

Options:
  --json               writes all results as JSON
${CONFIG}
`,
  conformance: `Asks a registry a fixed set of questions, and reports how it follows the protocol of RDP.

Usage: isearch-proxy conformance URL [--token-file FILE] [--json]

It works with any registry, whatever software it runs. All questions are GET requests, one after the other, with a
pause between. Each row names a chapter of docs/rdp-protocol, and the number of a known weakness if it finds one. A row
that could not be checked says why, and says nothing about the registry. No row shows anything about researchers.

The exit code is 0 if nothing is wrong, 1 if something is wrong, and 2 if nothing could be asked. See
docs/federation.md.

Options:
  --token-file FILE    contains the search token of that registry; without it, the token is not checked
  --json               writes all results as JSON
`,
  mcp: `Answers an assistant that starts this program, by the Model Context Protocol on standard input and output.

Usage: isearch-proxy mcp [--config FILE]

The tools are find_experts, resolve_text, coverage and registries. They show what the public may see, from the database
of the configuration and from its partners. The registry may run meanwhile. The command ends when its input ends. It
writes its log to standard error. Other assistants call the same tools at /mcp of a running registry. See
docs/integrations.md.

Options:
${CONFIG}
`,
  'mock-partner': `Answers like a partner registry with invented people, until it is stopped (Ctrl-C or SIGTERM).

Usage: isearch-proxy mock-partner [--scenario NAME] [--port NUMBER] [--speaks VERSION]

It listens on 127.0.0.1. It writes one line for each request, with the path, the names of the parameters, and whether
the request had a token. It accepts the search token ${MOCK_TOKEN} and refuses all others.

Options:
  --port NUMBER        is its port (default: 8090); 0 is any free port
  --speaks VERSION     is its version of RDP: ${MOCK_VERSIONS.join(', ')} (default: the last)
  --scenario NAME      chooses what is wrong with it (default: well):
${scenarios()}
`,
  demo: `Runs three registries with invented people that ask each other, until it is stopped (Ctrl-C or SIGTERM).

Usage: isearch-proxy demo [PORT] [--config FILE]

They listen on PORT (default: 8080) and the next two ports; 0 is any free ports. They store their data in the folder
data, below the folder where the command runs. The environment and --config override the settings of the first registry,
except for its data. See config/demo/README.md.

Options:
${CONFIG}
`,
};

/** Returns a line for each scenario of a mock partner. */
function scenarios(): string {
  return SCENARIO_NAMES.map((name) => `    ${name.padEnd(16)} ${SCENARIOS[name].about}`).join('\n');
}
