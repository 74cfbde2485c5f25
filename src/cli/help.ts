/** What `--help` tells: of the command line, and of each command. */

const CONFIG = '  --config FILE        laid over config/default.yaml; see docs/configuration.md';

/** What every command is for, in a line or a few. */
export const HELP = `isearch-proxy: a registry of researchers, and one search over every registry of the network

Usage: isearch-proxy COMMAND [--config FILE]

Commands:
  serve                    answer requests until stopped
  import FILE              replace the registry's data by a snapshot (gzipped or not; - reads standard input)
  export                   write the registry's data to standard output, as a snapshot
  backup FILE              copy the database file, also while a registry is running on it
  token create USER_ID     make an access token for an account; it is shown once
        [--label TEXT]     what it is for
        [--days NUMBER]    how long it is valid (365 by default)
  token list               show the tokens of all accounts, without the secrets
  token revoke TOKEN_ID    make a token invalid at once
  demo [PORT]              three registries of invented people that ask each other, on PORT (8080) and the two after it

Options:
  --config FILE            laid over config/default.yaml; see docs/configuration.md
  --help                   this text; behind a command, more about that command
  --version                the version
`;

/** More about one command, by its name. */
export const COMMAND_HELP: Readonly<Record<string, string>> = {
  serve: `Answers requests until it is stopped (Ctrl-C or SIGTERM).

Usage: isearch-proxy serve [--config FILE]

An empty database is filled from database.initial-snapshot first, where that is set.

Options:
${CONFIG}
`,
  import: `Replaces all data of the registry by those of a snapshot, in one transaction.

Usage: isearch-proxy import FILE [--config FILE]

FILE is JSON in the form that docs/snapshot.md describes, gzipped or not; - reads standard input. It is checked first:
where anything is wrong, nothing is changed. A registry that is running answers from the new data at once.

Options:
${CONFIG}
`,
  export: `Writes the data of the registry to standard output, as a snapshot that import reads.

Usage: isearch-proxy export [--config FILE]

Access tokens are in no snapshot. A registry may be running meanwhile.

Options:
${CONFIG}
`,
  backup: `Copies the database file to FILE, which must not be there yet, and reads the copy through.

Usage: isearch-proxy backup FILE [--config FILE]

A registry may be running meanwhile. The copy holds private profiles, the hashes of access tokens and the key of
anonymous ids: keep it as safe as the original. docs/operations.md says how it is put back.

Options:
${CONFIG}
`,
  token: `Makes, lists and revokes the access tokens of accounts.

Usage: isearch-proxy token create USER_ID [--label TEXT] [--days NUMBER] [--config FILE]
       isearch-proxy token list [--config FILE]
       isearch-proxy token revoke TOKEN_ID [--config FILE]

create writes the token to standard output, this once: only a hash of it is kept. list shows the tokens without the
secrets. revoke makes a token invalid at once.

Options:
  --label TEXT         what the token is for
  --days NUMBER        how long it is valid (365 by default)
${CONFIG}
`,
  demo: `Runs three registries of invented people that ask each other, until it is stopped (Ctrl-C or SIGTERM).

Usage: isearch-proxy demo [PORT] [--config FILE]

They listen on PORT (8080) and the two after it; 0 stands for any free ports. Their data are in the folder data below
the folder where the command runs. The environment and --config are laid over the settings of the first registry, but
for its data. See config/demo/README.md.

Options:
${CONFIG}
`,
};
