import type { Socket } from 'node:net'

type Message = { readonly kind: string; readonly bytes: Buffer }

/** The messages in a stream of PostgreSQL's: a letter, a length and so many bytes. */
class Messages {
  #rest: Buffer = Buffer.alloc(0)

  /** Those that are whole with what came now. */
  take(data: Buffer): readonly Message[] {
    this.#rest = Buffer.concat([this.#rest, data])
    const whole: Message[] = []
    while (this.#rest.length >= this.#nextLength()) {
      const bytes = this.#rest.subarray(0, this.#nextLength())
      whole.push({ kind: String.fromCharCode(bytes[0] as number), bytes })
      this.#rest = this.#rest.subarray(bytes.length)
    }
    return whole
  }

  #nextLength(): number {
    return this.#rest.length < 5 ? Number.POSITIVE_INFINITY : 1 + this.#rest.readInt32BE(1)
  }
}

/** The end of a login, without the questions for a password: that it is well, the settings, the key and "ready". */
export class Greeting {
  readonly #messages = new Messages()
  readonly #parts: Buffer[] = []

  /** The whole of it, once it is there. */
  take(data: Buffer): Buffer | null {
    for (const { kind, bytes } of this.#messages.take(data)) {
      const isWell = kind === 'R' && bytes.readInt32BE(5) === 0
      if (isWell || ['S', 'K', 'Z'].includes(kind)) this.#parts.push(bytes)
      if (kind === 'Z') return Buffer.concat(this.#parts)
    }
    return null
  }
}

const idle = 'I'.charCodeAt(0)

/** Whether the server did it, and is outside of a transaction then. */
export function ask(socket: Socket, statement: string): Promise<boolean> {
  return new Promise(resolve => {
    const answer = new Messages()
    let isDone = true
    const end = () => {
      socket.off('data', listen).off('close', fail)
      resolve(isDone)
    }
    const fail = () => {
      isDone = false
      end()
    }
    const listen = (data: Buffer) => {
      for (const { kind, bytes } of answer.take(data)) {
        if (kind === 'E' || (kind === 'Z' && bytes.at(-1) !== idle)) isDone = false
        if (kind === 'Z') return end()
      }
    }
    socket.on('data', listen).on('close', fail)
    if (socket.writable) socket.resume().write(message('Q', `${statement}\0`))
    else fail()
  })
}

export function message(kind: string, text = ''): Buffer {
  const head = Buffer.from(`${kind}....`)
  head.writeInt32BE(Buffer.byteLength(text) + 4, 1)
  return Buffer.concat([head, Buffer.from(text)])
}
