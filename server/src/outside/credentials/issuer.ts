import type { CredentialPost } from '@furrow/sdk/contract'
import { hasLeft } from '@furrow/sdk/contract'
import { type Address, checksum } from '../../ground/address.ts'
import type { Config } from '../../ground/config/config.ts'

type Place = Pick<Config, 'basePath' | 'publicUrl'>

/** `did:web` of the public address: its document is at `/.well-known/did.json` there. */
export function didOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `did:web:${new URL(publicUrl).host.replace(':', '%3A')}`
}

/** A wallet belongs to its owner on every chain; the identifier names the first of them. */
export function didOfWallet(address: Address): string {
  return `did:pkh:eip155:1:${checksum(address)}`
}

/** null for somebody who has left. */
export function knownWallet(address: Address): Address | null {
  return hasLeft(address) ? null : address
}

export function formsOf({ credentials }: Pick<Config, 'credentials'>): NonNullable<CredentialPost['form']>[] {
  if (credentials === null) return []
  return credentials.eas === null ? ['badge'] : ['badge', 'attestation']
}

export const credentialUrl = ({ basePath, publicUrl }: Place, id: string) =>
  `${publicUrl}${basePath}/credentials/${id}`
export const pageUrl = ({ publicUrl }: Place, id: string) => `${publicUrl}/credentials/${id}`
export const listUrl = ({ basePath, publicUrl }: Place, list: number) =>
  `${publicUrl}${basePath}/credentials/status/${list}`
export const questUrl = ({ publicUrl }: Place, questId: string) => `${publicUrl}/quests/${questId}`
