import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** The issue of a deposit's quest, as it was first seen: a service cannot move a deposit to other work later. */
export type Subject = {
  readonly repositoryId: string
  readonly issue: number
  /** The deposit of the quest to whose reward this one adds: the merge is signed for as that one's work. */
  readonly main?: string
}

const Line = Type.Union([
  Type.Object({
    kind: Type.Literal('subject'),
    deposit: Type.String(),
    repositoryId: Type.String(),
    issue: Type.Integer(),
    main: Type.Optional(Type.String()),
  }),
  Type.Object({ kind: Type.Literal('signed'), pull: Type.String(), work: Type.String() }),
])

/** The attester's memory of what it saw and signed, in a file that only grows: a line is on the disk before its word is given. */
export type Seen = {
  readonly subjectOf: (deposit: string) => Subject | null
  readonly countPartsOf: (main: string) => number
  keepSubject(deposit: string, subject: Subject): Promise<void>
  readonly workOf: (pull: string) => string | null
  keepSigned(pull: string, work: string): Promise<void>
  close(): Promise<void>
}

/** @throws Error for a line that it cannot read: a word without its past could be given twice. */
export async function openSeen(path: string): Promise<Seen> {
  await mkdir(dirname(path), { recursive: true })
  const subjects = new Map<string, Subject>()
  const works = new Map<string, string>()
  const text = await readFile(path, 'utf8').catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  })
  // A line that a crash cut off was followed by no word.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  for (const line of whole.split('\n')) if (line !== '') take(JSON.parse(line))

  function take(line: unknown): void {
    if (!Value.Check(Line, line)) throw new Error(`${path} has a line that is none of the attester's`)
    if (line.kind === 'signed') works.set(line.pull, line.work)
    else subjects.set(line.deposit, subjectOf(line))
  }

  const countPartsOf = (main: string) =>
    [...subjects.values()].filter(subject => subject.main === main).length

  const file = await open(path, 'a')
  await file.truncate(Buffer.byteLength(whole))
  const keep = async (line: object) => {
    await append(file, line)
    take(line)
  }
  return {
    subjectOf: deposit => subjects.get(deposit) ?? null,
    countPartsOf,
    keepSubject: (deposit, subject) => keep({ kind: 'subject', deposit, ...subject }),
    workOf: pull => works.get(pull) ?? null,
    keepSigned: (pull, work) => keep({ kind: 'signed', pull, work }),
    close: () => file.close(),
  }
}

async function append(file: FileHandle, line: object): Promise<void> {
  await file.appendFile(`${JSON.stringify(line)}\n`)
  await file.datasync()
}

function subjectOf({ repositoryId, issue, main }: Subject): Subject {
  return { repositoryId, issue, ...(main !== undefined && { main }) }
}
