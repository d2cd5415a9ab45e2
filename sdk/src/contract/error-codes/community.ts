import type { Code } from './code.ts'

/** The DAO, moderation, and leaving. */
export const communityCodes = {
  'members-only': {
    status: 403,
    means: 'Only members of the community may do this.',
    next: 'The Genesis Creator names members.',
  },
  'points-needed': {
    status: 403,
    means: 'You need more points in this season to propose.',
    next: 'Finish quests, and come back.',
  },
  'genesis-creator-only': {
    status: 403,
    means: 'Only the Genesis Creator may do this.',
    next: 'Sign in with the wallet that GENESIS_CREATOR names.',
  },
  'proposal-not-found': {
    status: 404,
    means: 'There is no such proposal.',
    next: 'Look at the list of proposals.',
  },
  'proposals-full': {
    status: 429,
    means: 'As many proposals of people who are no members are voted on as may be.',
    next: 'Propose without a vote, or later.',
  },
  'vote-terms-invalid': {
    status: 400,
    means: 'The terms of the vote are not as they have to be.',
    next: 'Read the sentence in `error`.',
  },
  'not-voted-on': {
    status: 400,
    means: 'The proposal is not voted on.',
    next: 'There is nothing to do.',
  },
  'choice-unknown': {
    status: 400,
    means: 'This is no choice of the proposal.',
    next: 'Name one of its choices.',
  },
  'vote-not-begun': {
    status: 400,
    means: 'The vote has not begun.',
    next: 'Wait until the time in the sentence.',
  },
  'vote-over': {
    status: 400,
    means: 'The vote has ended.',
    next: 'Look at its result.',
  },
  'votes-secret': {
    status: 400,
    means: 'The votes are shown when the vote has ended.',
    next: 'Wait for its end.',
  },
  'signed-since': {
    status: 409,
    means: 'You have signed another vote or delegation since.',
    next: 'Sign again, with a higher number.',
  },
  'delegation-not-found': {
    status: 404,
    means: 'You have delegated to nobody in this season.',
    next: 'There is nothing to do.',
  },
  'members-decide': {
    status: 400,
    means: 'The members decide the proposal by their votes.',
    next: 'Its action can be vetoed.',
  },
  'treasury-unknown': {
    status: 400,
    means: 'The community has named no treasury on a chain.',
    next: 'The Genesis Creator names it on the page of the community.',
  },
  'work-not-owed': {
    status: 400,
    means: 'Nothing is owed for a work that the proposal would have paid.',
    next: 'Name released work in the ledger without a payment (GET /payouts/due).',
  },
  'proposal-pays-nothing': {
    status: 400,
    means: 'The proposal is to pay no works.',
    next: 'Look at the id.',
  },
  'proposal-not-passed': {
    status: 400,
    means: 'The members have not accepted the proposal, it was vetoed, or the time for a veto is not over.',
    next: 'Look at actionState of its ballot.',
  },
  'paid-twice': {
    status: 400,
    means: 'The treasury paid a work that was paid otherwise as well.',
    next: 'Speak with the giver and the farmer: nothing undoes a payment.',
  },
  'nothing-to-veto': {
    status: 400,
    means: 'No action of the proposal waits to be carried out.',
    next: 'There is nothing to do.',
  },
  'thing-not-found': {
    status: 404,
    means: 'There is nothing of this kind and id.',
    next: 'Look at the id.',
  },
  'own-thing': {
    status: 400,
    means: 'This is your own.',
    next: 'Change or delete it yourself.',
  },
  'disclose-needed': {
    status: 400,
    means: 'To report this is to show it to the moderators.',
    next: 'Send disclose: true if they may see it.',
  },
  'no-report': {
    status: 400,
    means: 'No report of this waits for a decision of yours.',
    next: 'Look at the queue.',
  },
  'nothing-to-change': {
    status: 400,
    means: 'It is as the decision would make it already.',
    next: 'There is nothing to do.',
  },
  'not-for-you': {
    status: 403,
    means: 'You may not decide this: it is your own, or about somebody of your rank.',
    next: 'Somebody else decides.',
  },
  'too-many-moderators': {
    status: 400,
    means: 'There are as many moderators as may be.',
    next: 'Remove one first.',
  },
  'decision-answered': {
    status: 400,
    means: 'You have answered this decision already.',
    next: 'Wait for the moderators.',
  },
  'work-running': {
    status: 409,
    means: 'You cannot leave while work or money of yours is under way.',
    next: 'End what the sentence lists, and leave then.',
  },
} as const satisfies Readonly<Record<string, Code>>
