import { hasLeft, type Language, type ProfileCard } from '@furrow/sdk/contract'
import { type Address, checksum, shorten, zeroAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { readKnownCards } from './cards.ts'

/** As they stand after "from". */
type Words = {
  readonly platform: string
  readonly left: string
  readonly claimed: (name: string) => string
  readonly chosen: (name: string) => string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    platform: 'the platform',
    left: 'somebody who left',
    claimed: name => `${name} (claimed)`,
    chosen: name => `“${name}”`,
  },
  de: {
    platform: 'der Plattform',
    left: 'jemandem, der gegangen ist',
    claimed: name => `${name} (angegeben)`,
    chosen: name => `„${name}“`,
  },
  es: {
    platform: 'la plataforma',
    left: 'alguien que se marchó',
    claimed: name => `${name} (declarado)`,
    chosen: name => `«${name}»`,
  },
  fr: {
    platform: 'la plateforme',
    left: 'quelqu’un qui est parti',
    claimed: name => `${name} (déclaré)`,
    chosen: name => `« ${name} »`,
  },
}

/**
 * As in the web client: a proved name; the chosen one, in quotes with a short address, since anybody may choose it; a
 * claim, as one; or the short address. It is read with the text, so renamed, hidden or gone people are so there too.
 */
export async function readSaidNames(
  context: Context,
  addresses: readonly Address[],
  language: Language,
): Promise<(address: Address) => string> {
  const said = words[language] ?? words.en
  const people = [...new Set(addresses)]
  const cards = await readKnownCards(context, people)
  const byAddress = new Map(people.map((address, index) => [address, cards[index]]))
  return address => {
    if (hasLeft(address)) return said.left
    if (address === (context.config.platformWallet ?? zeroAddress)) return said.platform
    return sayName(address, byAddress.get(address), said)
  }
}

function sayName(address: Address, card: ProfileCard | undefined, { chosen, claimed }: Words): string {
  const short = shorten(checksum(address))
  const { displayName, name = null, nameVerified } = card ?? {}
  if (name !== null && nameVerified) return isolated(name)
  if (displayName !== undefined) return `${chosen(isolated(displayName))} ${short}`
  return name === null ? short : `${claimed(isolated(name))} ${short}`
}

/** A name that is written from right to left turns nothing else around. */
function isolated(name: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(name)
    ? `\u2068${name}\u2069`
    : name
}
