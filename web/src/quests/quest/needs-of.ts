import type { Quest } from '@furrow/sdk'

/** Whom a quest is for, in words; of a change, what of it changed. */
export function needsOf({
  minCompleted = 0,
  verifiedCodehost,
}: Partial<NonNullable<Quest['requires']>>): string {
  return [
    ...(verifiedCodehost ? ['a proved code-host account'] : []),
    ...(minCompleted > 0 ? [`${minCompleted} finished ${minCompleted === 1 ? 'quest' : 'quests'}`] : []),
  ].join(', ')
}
