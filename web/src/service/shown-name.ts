import type { ProfileCard } from '@furrow/sdk'

/** `chosen`: by its owner, who proves nothing with it. `claimed`: one that could be proved, and is not. */
export type ShownName = { readonly name: string; readonly kind: 'proved' | 'chosen' | 'claimed' }

type Names = Pick<ProfileCard, 'name' | 'nameVerified' | 'displayName'>

/** The one name of somebody that is shown: a proved one, else the one that they chose, else a claim. */
export function shownName(card: Names | undefined): ShownName | null {
  if (card === undefined) return null
  const { name, nameVerified, displayName } = card
  if (name !== null && nameVerified) return { name, kind: 'proved' }
  if (displayName !== undefined) return { name: displayName, kind: 'chosen' }
  return name === null ? null : { name, kind: 'claimed' }
}
