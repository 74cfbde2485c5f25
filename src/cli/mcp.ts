/** `isearch-proxy mcp`: answers an assistant that started this program, on standard input and output. */

import type { Writable } from 'node:stream';
import { type Command, noWords } from './command.ts';
import { stopSignal } from './signals.ts';

export const mcpCommand: Command = async ({ readConfig, words, terminal: { stdin, stdout }, host }) => {
  const config = readConfig();
  noWords(words, 'mcp');
  const { signal: ended } = stopSignal(host);
  const { answerCommand } = await import('../app/main.ts');
  await answerCommand(config, 'mcp', { input: stdin, output: stdout as Writable, ended });
};
