import { createHash } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'

const roles = {
  Ada: 'farmer',
  Ben: 'farmer',
  Mill: 'giver',
  Orchard: 'giver',
  Rosa: 'arbiter',
} as const

export type Name = keyof typeof roles

export type DemoPerson = {
  readonly name: Name
  readonly role: (typeof roles)[Name]
  readonly address: `0x${string}`
  /** Known to everyone: it is worth nothing anywhere. */
  readonly key: `0x${string}`
}

export const people: readonly DemoPerson[] = (Object.keys(roles) as Name[]).map(name => {
  const key = `0x${createHash('sha256').update(`furrow demo ${name}`).digest('hex')}` as const
  return { name, role: roles[name], address: privateKeyToAccount(key).address, key }
})

export function personNamed(name: Name): DemoPerson {
  return people.find(person => person.name === name) as DemoPerson
}
