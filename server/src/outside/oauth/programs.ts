import { guardedFetch, type Internet } from '../../ground/clients/guarded-fetch.ts'
import { minute, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { createAllowance } from '../../ground/http/allowance.ts'
import { holderOf } from '../../ground/http/networks.ts'
import { keepLast } from '../../ground/kept-last.ts'
import { oneFor } from '../../ground/one-for.ts'
import { isSignatureOf, signClient } from './keys.ts'
import { mayRedirectTo } from './redirects.ts'

export type Program = {
  readonly name: string
  readonly host: string | null
  readonly redirects: readonly string[]
}

const prefix = 'furrow-client_'
const mostRedirects = 5
/** Together with what else is in an address, it has to fit into one. */
const longestId = 2_048

/**
 * An id that holds what it stands for, signed: a registration costs no row, however many strangers make how many.
 * @throws BadRequestError for redirects that nobody may be sent to, or that are too long.
 */
export function registerProgram(
  { secrets }: Context,
  name: unknown,
  redirects: unknown,
): Program & { id: string } {
  const program = { name: cleanName(name), host: null, redirects: readRedirects(redirects) }
  const text = Buffer.from(JSON.stringify([program.name, ...program.redirects])).toString('base64url')
  const id = `${prefix}${text}.${signClient(secrets, text)}`
  if (id.length > longestId) throw new BadRequestError('The redirect URIs are too long together.')
  return { ...program, id }
}

/** @throws BadRequestError where there is no such program. */
export async function findProgram(
  context: Context,
  id: string,
  ip: string,
  internet?: Internet,
): Promise<Program> {
  if (id.startsWith('https://')) return fetchProgram(context, id, ip, internet)
  const [text = '', signature = ''] = id.startsWith(prefix) ? id.slice(prefix.length).split('.') : []
  if (text === '' || !isSignatureOf(context.secrets, text, signature))
    throw unknown('The program that asks is not registered here: it has to register anew.')
  const [name, ...redirects] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, ...string[]]
  return { name, host: null, redirects }
}

const unknown = (sentence: string) => new BadRequestError(sentence, { code: 'client-unknown' })

function readRedirects(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostRedirects)
    throw new BadRequestError(`redirect_uris are 1 to ${mostRedirects} addresses.`)
  if (!value.every(one => typeof one === 'string' && mayRedirectTo(one)))
    throw new BadRequestError(
      'A redirect URI is https, http to this computer alone (127.0.0.1, [::1], localhost), or of a scheme of your own with a dot; without a fragment.',
    )
  return value as string[]
}

/** Letters that a key may be called by, since the wallet shows and signs the name as that of the key. */
function cleanName(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, 500).normalize('NFC') : ''
  const clean = text
    .replace(/[^\p{L}\p{N} ._@/-]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/ {2,}/g, ' ')
  return [...clean].slice(0, 48).join('').trim() || 'A program'
}

type Kept = { readonly until: number; readonly program: Program | null; readonly why: string }

const mostKept = 200
const mostBytes = 10_240
const mostFetches = 20

const fetchesOf = oneFor((context: Context) => ({
  kept: keepLast<string, Kept>(mostKept),
  allowance: createAllowance(context, mostFetches, minute),
}))

/** A client id metadata document, fetched as whatever strangers chose is, and kept for some minutes. */
async function fetchProgram(context: Context, id: string, ip: string, internet?: Internet): Promise<Program> {
  const { kept, allowance } = fetchesOf(context)
  const before = kept.get(id)
  const now = context.clock.elapsed()
  if (before !== undefined && before.until > now) return given(before)
  requireDocumentAddress(id)
  allowance.require(holderOf(ip))
  const answer = await ask(id, internet).then(
    program => ({ program, why: '', until: now + 5 * minute }),
    (error: Error) => ({ program: null, why: error.message, until: now + 20 * second }),
  )
  kept.set(id, answer)
  return given(answer)
}

function given({ program, why }: Kept): Program {
  if (program === null) throw unknown(`The document of the program cannot be used. ${why}`)
  return program
}

/** Written in one way only, so that two ids are never one program. */
function requireDocumentAddress(id: string): void {
  const url = URL.parse(id)
  if (url === null || url.href !== id || url.pathname === '/' || url.hash !== '' || url.username !== '')
    throw unknown('client_id is the address of a document: https, with a path, without a fragment.')
}

async function ask(id: string, internet?: Internet): Promise<Program> {
  const headers = { accept: 'application/json', 'user-agent': 'Furrow' }
  const signal = AbortSignal.timeout(3 * second)
  const { status, body } = await guardedFetch({ url: id, headers, signal, mostBytes }, internet)
  if (status !== 200) throw new Error(`Its host answered ${status}.`)
  const document = JSON.parse(body) as Record<string, unknown>
  if (document.client_id !== id) throw new Error('Its client_id is not its own address.')
  const method = document.token_endpoint_auth_method ?? 'none'
  if (method !== 'none') throw new Error('Its token_endpoint_auth_method has to be none.')
  return {
    name: cleanName(document.client_name),
    host: new URL(id).host,
    redirects: readRedirects(document.redirect_uris),
  }
}
