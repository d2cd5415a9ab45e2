import { once } from 'node:events'
import { connect } from 'node:net'

export type RawAnswer = {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Sends bytes that no HTTP client would, and reads until the service closes the connection. */
export async function exchange(baseUrl: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  let text = ''
  socket.on('data', chunk => {
    text += String(chunk)
  })
  // The service may close while we still write.
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split(/\r\n\r\n([\s\S]*)/)
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head: head.toLowerCase(), body }
}
