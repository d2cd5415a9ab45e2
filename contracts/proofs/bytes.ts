import { bits } from './logic.ts'
import { make } from './make.ts'
import { isKnown, known, type Word, zero } from './words.ts'

/** A byte that is one of a word's, counted from its front. */
type Byte = { readonly word: Word; readonly index: number }

/** Bytes of memory, of an input or of an answer. What nobody wrote is zero. */
export class Bytes {
  readonly #bytes = new Map<number, Byte>()
  size = 0

  set(at: number, byte: number): void {
    this.#put(at, { word: known(byte), index: 31 })
  }

  write(at: number, word: Word): void {
    for (let index = 0; index < 32; index++) this.#put(at + index, { word, index })
  }

  read(at: number): Word {
    const pieces: Word[] = []
    for (let place = 0; place < 32; ) {
      const { index, word } = this.#get(at + place)
      let length = 1
      while (place + length < 32 && this.#follows(at + place + length, word, index + length)) length++
      if (length === 32) return word
      const piece = bits(word, 8 * (32 - index - length), 8 * length)
      pieces.push(make('shl', known(8 * (32 - place - length)), piece))
      place += length
    }
    return pieces.reduce((all, piece) => make('or', all, piece), zero)
  }

  /** The four bytes that say which function is called; null where one of them is not known. */
  selector(): bigint | null {
    const selector = make('shr', known(224), this.read(0))
    return isKnown(selector) ? selector.value : null
  }

  slice(from: number, size: number): Bytes {
    const part = new Bytes()
    part.size = size
    for (const [at, byte] of this.#bytes) if (at >= from && at < from + size) part.#bytes.set(at - from, byte)
    return part
  }

  copy(to: number, source: Bytes, size: number): void {
    for (let at = 0; at < size; at++) this.#put(to + at, source.#get(at))
  }

  /** The last one is filled up with zeros. */
  words(size: number): Word[] {
    return Array.from({ length: Math.ceil(size / 32) }, (_, index) => this.read(index * 32))
  }

  #put(at: number, byte: Byte): void {
    this.#bytes.set(at, byte)
    this.size = Math.max(this.size, at + 1)
  }

  #get(at: number): Byte {
    return this.#bytes.get(at) ?? { word: zero, index: 31 }
  }

  /** A zero byte follows any other zero byte. */
  #follows(at: number, word: Word, index: number): boolean {
    const next = this.#get(at)
    if (isKnown(word) && isKnown(next.word)) return false
    return next.word === word && next.index === index
  }
}
