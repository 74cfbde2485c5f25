/** What the registry needs of its data: to read them one consistent moment at a time, and to change them as a whole. */

export type Value = string | number | null | Uint8Array;
export type Row = readonly Value[];

/** A prepared question. It is asked within a transaction, and answers rows as arrays, columns in the order of the SELECT. */
export type Query<R extends Row> = {
  all(tx: ReadTransaction, ...parameters: Value[]): R[];
  first(tx: ReadTransaction, ...parameters: Value[]): R | undefined;
  each(tx: ReadTransaction, ...parameters: Value[]): IterableIterator<R>;
};

/** One consistent moment of the data. What takes one is called within that moment, and must not keep it. */
export type ReadTransaction = {
  /** Names the data as the last import left it; what was made from another generation is out of date. */
  generation(): string;
  /** Rises with every change of single users since then; `per-user.ts` says of whom. */
  usersRevision(): number;
  /** Names the data to whoever keeps what was made of them: every change leaves another name, and none comes back. */
  dataTag(): string;
  /** Whether the data had this name before they came to the present one by some changes; not known after many. */
  comeFrom(dataTag: string): boolean;
};

/** A change under way. What it has changed already is what it reads. */
export type WriteTransaction = ReadTransaction & {
  run(sql: string, ...parameters: Value[]): { changes: number };
  /** A statement for many rows. */
  inserter(sql: string): (...parameters: Value[]) => void;
};

/** What may be answered from within a transaction: no promise, which would be settled after its end. */
type NotLater<T> = T extends PromiseLike<unknown> ? never : T;

export type Store = Disposable & {
  /** The path by which the data were opened. What is kept beside them is named after it. */
  readonly path: string;
  query<R extends Row>(sql: string): Query<R>;
  /**
   * Runs `question` on one consistent moment of the data, which lasts for this turn of the event loop. May be nested.
   */
  read<T>(question: (tx: ReadTransaction) => NotLater<T>): T;
  /** Holds one consistent moment of the data over many turns, until it is disposed. One at a time. */
  holdMoment(): ReadTransaction & Disposable;
  /** Runs `change` as one transaction: all of it or, if it throws, nothing. Waits for another writer. */
  write<T>(change: (tx: WriteTransaction) => NotLater<T>): T;
  /** As `write`, but other work goes on while another writer is waited for. */
  writeInTurn<T>(change: (tx: WriteTransaction) => NotLater<T>): Promise<T>;
  /**
   * As `writeInTurn`, for a change that takes its time, such as one that reads from a network. Whoever reads through this
   * store meanwhile sees the half-done change, so it is for a store that serves nobody else; others see the old data.
   */
  writeOverTime<T>(change: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /**
   * Takes what was deleted out of the log beside the file (`-wal`) too. Where another process reads or writes at this
   * moment it stays there until this is called again, or the file is closed.
   */
  dropDeleted(): void;
};
