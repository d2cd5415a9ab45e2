import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import { FileForm, mostFileBytes } from '@furrow/sdk/contract'
import type { FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { BadRequestError, HttpError } from '../../ground/errors.ts'
import { requireCarriableText } from '../../ground/http/json-body.ts'
import { takeTime } from '../../ground/http/slow-bodies.ts'

export type SentFile = {
  readonly bytes: Buffer
  /** SHA-256 of the bytes as sent. */
  readonly given: string
  readonly claimed: string
  readonly form: FileForm
}

/** Enough for a phone in a field to send the largest file. */
const longest = 60_000
/** Room for the fields, and for the boundaries of the parts. */
const around = 16_384

const limits = {
  fileSize: mostFileBytes,
  files: 1,
  fields: 3,
  parts: 4,
  fieldNameSize: 50,
  fieldSize: 200,
  headerPairs: 20,
}

/** @throws HttpError: 400 for an invalid form, 408 for a slow one, 413 for a large file, 415 for no form at all. */
export async function readForm(request: FastifyRequest, givenWay: Promise<never>): Promise<SentFile> {
  if (!request.isMultipart())
    throw new HttpError(
      'form-needed',
      'The body must be a form with a file: Content-Type: multipart/form-data.',
    )
  if (Number(request.headers['content-length'] ?? 0) > mostFileBytes + around) throw tooLarge()
  const time = takeTime(request.raw, longest)
  try {
    return await Promise.race([readParts(request), time.over, givenWay])
  } catch (error) {
    request.raw.unpipe()
    request.raw.resume()
    throw toHttpError(error as Error)
  } finally {
    time.end()
  }
}

async function readParts(request: FastifyRequest): Promise<SentFile> {
  const fields: Record<string, unknown> = {}
  let sent: Omit<SentFile, 'form'> | null = null
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file') throw new BadRequestError('The file must be in the field "file".')
      sent = await readFile(part)
    } else {
      if (part.fieldnameTruncated || part.valueTruncated)
        throw new BadRequestError('A field of the form is too long.')
      if (part.fieldname in fields)
        throw new BadRequestError(`The form has ${part.fieldname} more than once.`)
      fields[part.fieldname] = part.value
    }
  }
  if (sent === null) throw new BadRequestError('file is required.', { code: 'file-empty' })
  return { ...sent, form: readFields(fields) }
}

async function readFile({ file, mimetype }: MultipartFile): Promise<Omit<SentFile, 'form'>> {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  for await (const chunk of file as AsyncIterable<Buffer>) {
    hash.update(chunk)
    chunks.push(chunk)
  }
  if (file.truncated) throw tooLarge()
  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0) throw new BadRequestError('The file is empty.', { code: 'file-empty' })
  return { bytes, given: hash.digest('hex'), claimed: mimetype.split(';', 1)[0]?.trim() ?? '' }
}

function readFields(fields: Record<string, unknown>): FileForm {
  for (const [name, value] of Object.entries(fields)) {
    if (!(name in FileForm.properties)) throw new BadRequestError('The form has a field that is not known.')
    if (typeof value === 'string') requireCarriableText(value, 'The form')
  }
  const [first] = Value.Errors(FileForm, fields)
  if (first === undefined) return fields
  throw new BadRequestError(`${first.instancePath.slice(1)} ${first.message}.`)
}

function tooLarge(): HttpError {
  return new HttpError('file-too-large', `A file may have at most ${mostFileBytes / 1_048_576} MB.`)
}

function toHttpError(error: Error & { statusCode?: number }): Error {
  if (error instanceof HttpError) return error
  if (error.statusCode === 413)
    return error.message.includes('file too large') ? tooLarge() : new BadRequestError(tooMuch)
  return new BadRequestError('The form cannot be read: it is cut off, or not as multipart/form-data is.', {
    cause: error,
  })
}

const tooMuch = 'The form must have one file, and no more fields than use, questId and farmer.'
