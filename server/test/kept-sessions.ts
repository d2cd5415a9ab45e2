import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { Connection } from 'pg'
import { ask, Greeting, message } from './postgres-messages.ts'

/** `greeting` is what the server says to a client that may ask. */
type Session = { readonly socket: Socket; readonly greeting: Buffer }

/** With all that a client asks for when it connects: database, role, schema and name. The longest kept is the first. */
const kept = new Map<Session, string>()
const ending = new Set<Promise<void>>()
/** The server has room for a hundred, and so many are kept by each worker. */
const most = 8

let isKeeping = false

/**
 * From now on, connections of this process to this server take sessions that others ended: each test's service opens its own, and
 * half of the server's work would be to start processes, read the catalogs and end. A session is reset as a pooler does it.
 * Processes that tests start connect for themselves.
 */
export function keepSessions(database: string): void {
  if (isKeeping) return
  isKeeping = true
  const { hostname, port } = new URL(database)
  const shared = Connection.prototype as unknown as Connects
  const { connect } = shared
  shared.connect = function (...to) {
    if (String(to[0]) === (port || '5432') && to[1] === hostname) this.stream = new KeptStream()
    connect.apply(this, to)
  }
}

/** Not in the types of `pg`. */
type Connects = { stream: Duplex; connect(port: number, host: string): void }

/** Resolves once all sessions whose clients ended are kept, or over. */
export async function untilSessionsRest(): Promise<void> {
  await Promise.all(ending)
}

const end = message('X')

/** The socket of one client, on a session that may be older and may go on. */
class KeptStream extends Duplex {
  #to: Readonly<{ port: number; host: string }> = { port: 0, host: '' }
  #asked: string | null = null
  #session: Session | null = null
  #socket: Socket | null = null

  connect(port: number, host: string): this {
    this.#to = { port, host }
    // The real connection follows the first message, which says what is asked for.
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#socket?.ref()
    return this
  }

  unref(): this {
    this.#socket?.unref()
    return this
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (this.#asked === null) {
      this.#begin(chunk).then(() => done(), done)
      return
    }
    if (this.#session !== null && chunk.equals(end)) this.#leave(this.#asked, this.#session)
    else this.#send(chunk)
    done()
  }

  /** All of one turn in one write. */
  #send(chunk: Buffer): void {
    const socket = this.#socket
    if (socket?.writableCorked === 0) {
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
    socket?.write(chunk)
  }

  override _read(): void {
    this.#socket?.resume()
  }

  override _final(done: () => void): void {
    this.#socket?.end()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket?.destroy()
    done(error)
  }

  async #begin(startup: Buffer): Promise<void> {
    this.#asked = startup.toString('latin1')
    const session = await take(this.#asked)
    if (session === null) return this.#open(startup)
    this.#session = session
    this.#attach(session.socket)
    this.push(session.greeting)
  }

  #open(startup: Buffer): void {
    const socket = new Socket().setNoDelay(true).connect(this.#to)
    socket.write(startup)
    const greeting = new Greeting()
    const listen = (data: Buffer) => {
      const whole = greeting.take(data)
      if (whole === null) return
      socket.off('data', listen)
      this.#session = { socket, greeting: whole }
    }
    this.#attach(socket.on('data', listen))
  }

  #attach(socket: Socket): void {
    this.#socket = socket
    socket
      .on('data', data => {
        // A client that ends at what it reads has left the session by now.
        if (!this.push(data) && this.#socket === socket) socket.pause()
      })
      .on('error', error => this.destroy(error))
      .on('close', () => this.destroy())
  }

  #leave(asked: string, session: Session): void {
    this.#socket = null
    for (const event of ['data', 'error', 'close']) session.socket.removeAllListeners(event)
    const ended = keep(asked, session).finally(() => ending.delete(ended))
    ending.add(ended)
    this.push(null)
  }
}

async function take(asked: string): Promise<Session | null> {
  for (const [session, by] of [...kept].reverse()) {
    if (by !== asked || !kept.delete(session)) continue
    session.socket.removeAllListeners('close').ref()
    if (await ask(session.socket, 'reset application_name')) {
      session.socket.removeAllListeners('error')
      return session
    }
  }
  return null
}

async function keep(asked: string, session: Session): Promise<void> {
  const { socket } = session
  // The server may end it: tests fail over, and the whole database goes at the end.
  socket.on('error', () => {})
  // Those who end a schema's sessions go by its name.
  const isReset =
    (await ask(socket, 'discard all')) && (await ask(socket, "set application_name = 'kept-session'"))
  if (!isReset) return void socket.end(end)
  kept.set(session, asked)
  socket.unref().on('close', () => kept.delete(session))
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size > most) {
    kept.delete(oldest)
    oldest.socket.end(end)
  }
}
