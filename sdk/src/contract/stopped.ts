import { Type } from 'typebox'

/** Why an escrow contract's quests take no farmers for now; left out where they do. */
export const Stopped = Type.Enum(['low-balance', 'no-contract', 'no-operator', 'proposals-paused'], {
  description:
    'Why work could not be proposed to the contract, so that its quests take nobody for now; otherwise left out',
})
