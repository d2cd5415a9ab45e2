import type { ProofPreview } from '@furrow/sdk'
import { t } from '@lingui/core/macro'

type Reason = ProofPreview['reasons'][number]
type Words = { readonly text: string; readonly fix: string }

/** In the reader's language; a reason that this client does not know yet, in the service's words. */
export function faultWords({ code, text, fix }: Reason, account: string | null): Words {
  const author = account ?? '?'
  const known: Partial<Record<Reason['code'], Words>> = {
    'merge-needed': { text: t`It is not merged yet.`, fix: t`A maintainer merges it.` },
    'not-default-branch': {
      text: t`It does not go into the default branch.`,
      fix: t`Change its base.`,
    },
    'no-author': { text: t`Its author's account is gone.`, fix: t`Nobody can be paid for it.` },
    'closes-no-issue': {
      text: t`It does not close the issue of an open quest.`,
      fix: t`Write “Closes #” and the number of the issue into its description.`,
    },
    'own-quest': { text: t`It is by the quest's giver.`, fix: t`Givers pay others for their quests.` },
    'account-unproved': {
      text: t`Nobody here has proved that ${author} is their account.`,
      fix: t`Its owner signs in, links it on their profile, and takes a place.`,
    },
    'no-place': { text: t`${author} has no place in this quest.`, fix: t`Take a place before the merge.` },
    'place-expired': {
      text: t`${author} had a place, which has expired.`,
      fix: t`Take a place again before the merge.`,
    },
    'other-account': {
      text: t`The place was taken with another account than ${author}.`,
      fix: t`Open the pull request from that account.`,
    },
    'merged-before-place': {
      text: t`It was merged before its author took a place.`,
      fix: t`Only a later merge counts.`,
    },
    'proved-other-work': {
      text: t`Another pull request proves this work already.`,
      fix: t`Nothing more is needed.`,
    },
    'work-over': { text: t`This work is over.`, fix: t`A place is paid once.` },
    disputed: { text: t`The work is in dispute.`, fix: t`The dispute decides.` },
    'quest-paused': {
      text: t`The giver takes no farmers for now.`,
      fix: t`Ask them to take farmers again.`,
    },
    'no-place-left': { text: t`No place is left.`, fix: t`Wait until one is free.` },
    unfunded: {
      text: t`The escrow does not take farmers now.`,
      fix: t`The giver pays in first.`,
    },
  }
  return known[code] ?? { text, fix }
}
