/** The clock that all processes of this machine share, so that what one noted can be compared with what another did. */

/** In milliseconds since some moment in the past, the same moment for every process. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
