import { ServerResponse } from 'node:http'

/**
 * For a process of the service: it is killed when it has done what a request with a key asked for, and would say so. All
 * is written then, and nothing is answered.
 */
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: unknown[]) {
  const [status] = given
  if (Number(status) < 300 && this.req.headers['idempotency-key'] !== undefined)
    process.kill(process.pid, 'SIGKILL')
  return (writeHead as (...given: unknown[]) => ServerResponse).apply(this, given)
} as typeof writeHead
