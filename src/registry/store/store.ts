/** The data store: it reads the data at one consistent moment at a time, and changes them in transactions. */

export type Value = string | number | null | Uint8Array;
export type Row = readonly Value[];

/** A prepared query. It runs within a transaction and returns rows as arrays, with columns in the order of the SELECT. */
export type Query<R extends Row> = {
  all(tx: ReadTransaction, ...parameters: Value[]): R[];
  first(tx: ReadTransaction, ...parameters: Value[]): R | undefined;
  each(tx: ReadTransaction, ...parameters: Value[]): IterableIterator<R>;
};

/** One consistent moment of the data. A function that takes one runs within that moment, and must not use it later. */
export type ReadTransaction = {
  /** Names the data of the last import; values made from another generation are out of date. */
  generation(): string;
  /** Names the present data of this file. The name changes with every change, import and exchange of the file. */
  version(): string;
  /** Rises with every change of single users since the import; `versions.ts` finds out which users. */
  usersRevision(): number;
  /** A tag of the data for caches: every change writes a new tag, and no tag is used twice. */
  dataTag(): string;
  /** Whether the data had this tag earlier; false after too many changes, because old tags are dropped. */
  comeFrom(dataTag: string): boolean;
  /** Whether nothing may be answered about this person now, see {@link Store.withhold}. */
  isWithheld(userId: number): boolean;
};

/** A change in progress. It reads what it has already changed. */
export type WriteTransaction = ReadTransaction & {
  run(sql: string, ...parameters: Value[]): { changes: number };
  /** Prepares a statement that is run for many rows. */
  inserter(sql: string): (...parameters: Value[]) => void;
};

/** A result that may be returned from within a transaction: no promise, because it would settle after the end of it. */
type NotLater<T> = T extends PromiseLike<unknown> ? never : T;

export type Store = Disposable & {
  /** The path by which the data were opened. Files beside the data are named after it. */
  readonly path: string;
  query<R extends Row>(sql: string): Query<R>;
  /** Runs `question` at one consistent moment of the data, which lasts for this turn of the event loop. May be nested. */
  read<T>(question: (tx: ReadTransaction) => NotLater<T>): T;
  /** Holds one consistent moment of the data over many turns, until it is disposed. Only one can be held at a time. */
  holdMoment(): ReadTransaction & Disposable;
  /** Runs `change` as one transaction, which is rolled back if it throws. Waits for another writer. */
  write<T>(change: (tx: WriteTransaction) => NotLater<T>): T;
  /** Like `write`, but does not block other work while it waits for another writer, for `mostMs` if given. */
  writeInTurn<T>(change: (tx: WriteTransaction) => NotLater<T>, mostMs?: number): Promise<T>;
  /**
   * Like `writeInTurn`, for a change that takes long, such as one that reads from a network. Readers of this store see the
   * half-done change meanwhile, so the store must serve nobody else; readers of other stores see the old data.
   */
  writeOverTime<T>(change: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /**
   * Names the people about whom nothing is answered until it is called again, because something of theirs was withdrawn and
   * cannot be written. It writes nothing, and holds for this process alone. The tags of the data differ meanwhile.
   */
  withhold(userIds: ReadonlySet<number>): void;
  /**
   * Removes deleted data from the log beside the file (`-wal`) too. While another process reads or writes this cannot be, and is
   * tried again every second.
   */
  dropDeleted(): void;
};
