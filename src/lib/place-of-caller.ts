/** A place for work of a caller, of which all processes of a registry together have only some. */
export type PlaceOfCaller = {
  /** What the places are for. */
  room: string;
  from: string;
  mostInAll: number;
  mostPerCaller: number;
};
