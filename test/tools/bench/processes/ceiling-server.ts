/**
 * The ceiling: Express with nothing to do but to send bytes that it holds ready. Words: the folder of the answers, and
 * `send` for Express as it comes, which sends with `res.send` and makes a tag of every body.
 */

import express from 'express';
import { readAnswers } from '../recorded-answers.ts';

const answers = await readAnswers(process.argv[2] ?? '');
const isAsItComes = process.argv[3] === 'send';
const app = express();
if (!isAsItComes) {
  app.disable('etag');
  app.disable('x-powered-by');
}
app.use((req, res) => {
  const answer = answers.get(req.originalUrl);
  if (answer === undefined) {
    res.statusCode = req.originalUrl === '/ready' ? 200 : 404;
    res.end();
    return;
  }
  if (isAsItComes) {
    res.status(answer.status).type(answer.contentType).send(answer.body);
    return;
  }
  res.statusCode = answer.status;
  res.setHeader('Content-Type', answer.contentType);
  res.setHeader('Content-Length', answer.body.length);
  res.end(answer.body);
});
const server = app.listen(Number(process.env.SERVER_PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
