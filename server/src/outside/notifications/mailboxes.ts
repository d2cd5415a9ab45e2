import { keyedAddress } from '../../access/quotas/keyed.ts'
import type { Spend } from '../../access/quotas/kinds.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { holderOf } from '../../ground/http/networks.ts'

/** Other names of a provider's domain; and the signs that it ignores in the name before it. */
const aliases: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'pm.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'protonmail.ch': 'proton.me',
}
const unseen: Readonly<Record<string, RegExp>> = { 'gmail.com': /\./g, 'proton.me': /[._-]/g }
/** Providers that take the part behind a hyphen for a tag, as behind a + everywhere. */
const hyphenated = /^(yahoo|ymail|rocketmail)\./

/** Domains with so many users that a community may have many of them: half of all links may go there, and a tenth elsewhere. */
const providers =
  /^(gmail\.com|proton\.me|icloud\.com|me\.com|mac\.com|aol\.com|mail\.(com|ru)|web\.de|t-online\.de|orange\.fr|free\.fr|qq\.com|163\.com|126\.com|naver\.com|zoho\.com|(outlook|hotmail|live|msn|yahoo|ymail|gmx|yandex|fastmail)\.[a-z.]{2,7})$/

function mailboxOf(email: string): { readonly name: string; readonly domain: string } {
  const at = email.lastIndexOf('@')
  const given = email.slice(at + 1).toLowerCase()
  const domain = aliases[given] ?? given
  const [untagged = ''] = email.slice(0, at).toLowerCase().split('+')
  const [name = ''] = hyphenated.test(domain) ? untagged.split('-') : [untagged]
  return { name: name.replace(unseen[domain] ?? /$^/, '') || untagged, domain }
}

export type Asker = { readonly address: Address; readonly ip: string }

export function spendsOfLink(
  context: Pick<Context, 'secrets'>,
  { address, ip }: Asker,
  email: string,
): Spend[] {
  const { name, domain } = mailboxOf(email)
  return [
    { address, kind: 'confirmations' },
    { address: keyOf(context, `network ${holderOf(ip)}`), kind: 'network-confirmations' },
    { address: keyOf(context, `mailbox ${name}@${domain}`), kind: 'mailboxes' },
    { address: keyOf(context, `domain ${domain}`), kind: providers.test(domain) ? 'providers' : 'domains' },
    { address: keyOf(context, 'all'), kind: 'all-confirmations' },
  ]
}

function keyOf(context: Pick<Context, 'secrets'>, of: string): Address {
  return keyedAddress(context, `notifications ${of}`)
}
