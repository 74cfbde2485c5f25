/** Loaded into the registry under soak, beside its own code: sends its parent the memory in use after a collection. */

export type Usage = {
  heapBytes: number;
  /** Memory outside the heap that is held by objects in it. */
  externalBytes: number;
  /** Of that, the memory of buffers. */
  bufferBytes: number;
  residentBytes: number;
};

process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  const usage: Usage = {
    heapBytes: heapUsed,
    externalBytes: external,
    bufferBytes: arrayBuffers,
    residentBytes: rss,
  };
  process.send?.(usage);
});
// Or the process would never end by itself.
process.channel?.unref();
