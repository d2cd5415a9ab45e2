import { connect, type NetConnectOpts } from 'node:net'
import { second } from '../clock.ts'
import { UnavailableError } from '../errors.ts'

const patience = 5 * second
const mostAnswer = 4_096
const chunkBytes = 65_536

/** Gives clamd's name for what it found; null for nothing. @throws UnavailableError if it is away, slow or unclear. */
export async function scan(scanner: NetConnectOpts, bytes: Buffer): Promise<string | null> {
  const answer = await ask(scanner, [Buffer.from('zINSTREAM\0'), ...framesOf(bytes)])
  if (answer === 'stream: OK') return null
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (found !== undefined) return found
  throw away(new Error(`clamd answered: ${answer}`))
}

/** @throws UnavailableError if clamd does not answer as it should. */
export async function pingScanner(scanner: NetConnectOpts): Promise<void> {
  const answer = await ask(scanner, [Buffer.from('zPING\0')])
  if (answer !== 'PONG') throw away(new Error(`clamd answered: ${answer}`))
}

function framesOf(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = []
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    const chunk = bytes.subarray(from, from + chunkBytes)
    frames.push(lengthOf(chunk.length), chunk)
  }
  return [...frames, lengthOf(0)]
}

function lengthOf(length: number): Buffer {
  const prefix = Buffer.alloc(4)
  prefix.writeUInt32BE(length)
  return prefix
}

function ask(scanner: NetConnectOpts, frames: readonly Buffer[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(scanner)
    let answer = ''
    const end = (cause: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(away(cause))
    }
    const timer = setTimeout(() => end(new Error(`no answer in ${patience} ms`)), patience)
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
      const stop = answer.indexOf('\0')
      if (stop === -1) {
        if (answer.length > mostAnswer) end(new Error('an answer without end'))
        return
      }
      clearTimeout(timer)
      socket.destroy()
      resolve(answer.slice(0, stop))
    })
    socket.on('error', end)
    socket.on('close', () => end(new Error('closed without an answer')))
    for (const frame of frames) socket.write(frame)
  })
}

function away(cause: Error): UnavailableError {
  return new UnavailableError('Files cannot be scanned right now; try again in a moment.', {
    cause,
    retryAfter: 10,
  })
}
