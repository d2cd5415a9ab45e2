import type { ChannelKind, ReportedKind } from '@furrow/sdk/contract'
import { type Address, checksum } from '../../../ground/address.ts'
import { instant } from '../../../ground/clock.ts'
import type {
  ChangedTerm,
  CreditDecision,
  DepositFacts,
  NoticeValues,
} from '../../../rules/lifecycle/notice-values.ts'
import type { RefundedBecause, ReleasedBecause, Side } from '../../../rules/lifecycle/quest.ts'
import type { Catalogue, LetterValues } from './catalogue.ts'
import { doubtIn, problemIn } from './faults.ts'
import { otherwiseSentences } from './undecided.ts'

export const english: Catalogue = {
  subject: (what, title) => `${what}: ${title}`,
  quest: id => `Quest: ${id}`,
  digest: {
    subject: (count, name) => (count === 1 ? `One open quest: ${name}` : `${count} open quests: ${name}`),
    end: ({ more, board }) => `${more > 0 ? `And ${more} more. ` : ''}See them all: ${board}`,
  },
  notices: {
    applied: ({ farmer }) => ({
      what: 'Application',
      body: `${checksum(farmer)} applied for a place. Whoever else applies is in the list of applications; you are told of them once a day.`,
    }),
    declined: ({ reason }) => ({
      what: 'Declined',
      body: `The giver declined your application.${because(reason)}`,
    }),
    'application-expired': () => ({
      what: 'Application ended',
      body: 'The giver did not answer your application in time.',
    }),
    'application-closed': ({ withQuest }) => ({
      what: 'Application ended',
      body: withQuest
        ? 'Your application ended with the quest, which its giver closed.'
        : 'Your application ended: there is no place left in this quest, or it takes nobody any more.',
    }),

    admitted: ({ expiresAt, idleAt }) => ({
      what: 'Admitted',
      body: `The giver gave you a place. It stays yours until ${instant(expiresAt)} unless there is work by then; while there is none, the giver may free it from ${instant(idleAt)} on.`,
    }),
    'place-taken': ({ farmer, expiresAt }) => ({
      what: 'Accepted',
      body: `${checksum(farmer)} took a place. It stays taken until ${instant(expiresAt)} unless there is work by then.`,
    }),
    withdrawn: ({ farmer }) => ({ what: 'Withdrawn', body: `${checksum(farmer)} gave a place back.` }),
    'place-expired': ({ returned }) => ({
      what: 'Place free again',
      body: returned
        ? 'Work that was returned was not handed in again in time.'
        : 'An accepted place ended without work.',
    }),
    'expiry-warned': ({ returned, expiresAt }) => ({
      what: 'Your place ends soon',
      body: `${returned ? 'What was returned was not handed in again.' : 'There is no work of yours yet.'} Your place becomes free at ${instant(expiresAt)}.`,
    }),
    'idle-warned': ({ idleAt }) => ({
      what: 'Still on it?',
      body: `There is no work of yours yet. From ${instant(idleAt)} on the giver may free your place. If you are still on it, say so, which you can do once: it gives you the same time again.`,
    }),
    kept: ({ farmer, idleAt }) => ({
      what: 'Still on it',
      body: `${checksum(farmer)} is still on it: the place cannot be freed before ${instant(idleAt)}.`,
    }),
    'place-extended': ({ expiresAt }) => ({
      what: 'More time',
      body: `The giver gave you more time: your place stays yours until ${instant(expiresAt)} unless there is work by then.`,
    }),
    'place-freed': ({ reason }) => ({
      what: 'Place freed',
      body: `The giver freed your place: there was no work in it. You can answer with a letter.${because(reason)}`,
    }),
    'place-cancelled': () => ({
      what: 'Cancelled',
      body: 'The giver cancelled the quest, and your place with it.',
    }),

    submitted: values => ({
      what: 'In review',
      body: `${checksum(values.farmer)} handed in the work. ${unlessDisputed(values)}`,
    }),
    merged: values => ({
      what: 'In review',
      body: `Pull request ${values.pullRequest} by ${checksum(values.farmer)} was merged. ${unlessDisputed(values)}`,
    }),
    returned: ({ farmer, note, expiresAt }) => ({
      what: 'Returned',
      body: `The giver returned the work of ${checksum(farmer)}, which is not paid yet. It can be handed in again until ${instant(expiresAt)}.\n\nWhat is missing: ${note}`,
    }),
    'part-proposed': ({ by, farmer, paid, refunded, token, note }) => ({
      what: 'Part proposed',
      body: `${checksum(by)} proposes that ${checksum(farmer)} gets ${paid} ${token} for this work, and that ${refunded} ${token} go back to the giver. Nothing changes unless you agree, on the page of the quest.${note === null ? '' : `\n\n${note}`}`,
    }),
    'place-shared': ({ farmer, share }) => ({
      what: 'A share for you',
      body: `${checksum(farmer)} shares the reward of their place, and names you with ${share / 100}% of it. It holds once everybody named has agreed: agree, or refuse, on the page of the quest.`,
    }),
    'share-agreed': ({ member, all }) => ({
      what: 'Share agreed',
      body: `${checksum(member)} agreed to their share.${all ? ' Everybody has agreed now: the reward of this place is paid in these shares.' : ''}`,
    }),
    'share-ended': ({ farmer, ended }) => ({
      what: 'Shared no more',
      body: `${shareEnded[ended]} The place of ${checksum(farmer)} is not shared any more.`,
    }),
    'share-released': ({ farmer, amount, token }) => ({
      what: 'Share released',
      body: `The work of ${checksum(farmer)} and their team is accepted: your share is ${amount} ${token}. It is booked, and the giver pays it to you.`,
    }),
    'proposed-again': ({ farmer, reviewEndsAt, merged }) => ({
      what: 'In review again',
      body: merged
        ? `The giver returned the work of ${checksum(farmer)} on chain, which a merge proves: it is proposed to the contract again, and the review ends at ${instant(reviewEndsAt)}. A merge can be disputed, and not returned.`
        : `The giver returned the prizes on chain, which are fixed: they are proposed to the contract again, and its review ends at ${instant(reviewEndsAt)}. They can be disputed, and not returned.`,
    }),
    'merge-doubted': values => ({
      what: 'In doubt',
      body: `${doubtIn('en', values)} The service does not ask the contract to pay ${checksum(values.farmer)} now. Only the giver can dispute, with a wallet, before the review window ends.`,
    }),

    'disputed-to-giver': values => ({ what: 'Disputed', body: disputed(values) }),
    'disputed-to-farmer': values => ({
      what: 'Disputed',
      body: `${disputed(values)}\n\nYou can answer it, and both sides can add evidence, as long as it is open.`,
    }),
    'disputed-to-arbiter': ({ giver, amount, token, disputeEndsAt, ...doubted }) => ({
      what: 'To be decided',
      body: `The work of ${checksum(doubted.farmer)} for ${checksum(giver)} is disputed: ${amount} ${token}. It is yours to decide before ${instant(disputeEndsAt)}.${because(doubtIn('en', doubted))}`,
    }),
    answered: ({ farmer, url, note }) => ({
      what: 'Answered',
      body: `${checksum(farmer)} answered the dispute.\n\n${[note, url].filter(part => part !== null).join('\n\n')}`,
    }),
    'evidence-added': ({ by, farmer }) => ({
      what: 'Evidence',
      body: `${checksum(by)} added evidence to the dispute over the work of ${checksum(farmer)}. The two parties and whoever decides can read it.`,
    }),
    ruled: ({ farmer, paid, refunded, token, payableAt, paused }) => ({
      what: paused ? 'The ruling is paused' : 'The arbiter has ruled',
      body: paused
        ? `The owner of the escrow contract has paused the arbiter's ruling about the work of ${checksum(farmer)}: the arbiter may rule anew until ${instant(payableAt)}, and what stands then is carried out. It stands now that ${paid} ${token} go to the farmer, and ${refunded} ${token} back to the giver.`
        : `The arbiter has ruled about the work of ${checksum(farmer)}: ${paid} ${token} go to the farmer, and ${refunded} ${token} back to the giver. The contract carries it out from ${instant(payableAt)} on, unless its owner pauses the ruling before, which is possible once.`,
    }),
    'ruling-undone': ({ farmer, disputeEndsAt }) => ({
      what: 'The ruling is gone',
      body: `The chain took back the block with the arbiter's ruling about the work of ${checksum(farmer)}: it is disputed as before, until ${instant(disputeEndsAt)}.`,
    }),

    released: values => ({
      what: 'Released',
      body: `${payment(values)} ${releasedBecause[values.because]}${because(values.reason)}`,
    }),
    refunded: ({ farmer, refunded, token, because: why, reason }) => ({
      what: 'Refunded',
      body: `${refunded} ${token} for the work of ${checksum(farmer)} went back to the giver. ${refundedBecause[why]}${because(reason)}`,
    }),
    'credit-kept': values => ({
      what: 'Decided, and waiting for its receiver',
      body: `${decisions[values.decision]} ${values.amount} ${values.token} for ${sideOf(values)} wait in the escrow contract, since that wallet did not take them. ${waysOut[values.side]}, on the quest's page or at /exit/.`,
    }),
    'credit-taken': values => ({
      what: 'Taken from the contract',
      body:
        values.side === values.by
          ? `What waited in the escrow contract for ${sideOf(values)} was taken.`
          : `What had waited in the escrow contract for ${sideOf(values)} for a year went back to who paid it in. The work stays released, and nothing was paid for it.`,
    }),

    'payment-found': ({ farmer, amount, token, chainId, txHash, payer }) => ({
      what: 'Is this your payment?',
      body: `Transaction ${txHash} of chain ${chainId} moved at least ${amount} ${token} to ${checksum(farmer)}, from ${payer === null ? 'the wallet of the giver' : checksum(payer)}. The giver shows it as the payment of this work. It counts when the farmer confirms it, and never by itself: confirm it if it is the payment, and say that you did not receive it if it is not.`,
    }),
    'payment-settled': ({ farmer, amount, token, chainId, txHash }) => ({
      what: 'Paid',
      body: `Transaction ${txHash} of chain ${chainId} paid ${amount} ${token} to ${checksum(farmer)}.`,
    }),
    'payment-denied': ({ farmer, chainId, txHash }) => ({
      what: 'Not received',
      body: `${checksum(farmer)} says that transaction ${txHash} of chain ${chainId} is no payment of this work, or did not come. It counts no more until the farmer confirms it, the platform wallet decides that it came, or you show a payment that was mined later.`,
    }),
    'payment-reorganised': ({ farmer, amount, token, txHash }) => ({
      what: 'Payment in doubt',
      body: `The chain does not have transaction ${txHash} any more, which had paid ${amount} ${token} to ${checksum(farmer)}. It is looked for, for a day.`,
    }),
    'payment-refused': ({ amount, token, chainId, txHash, ...refused }) => ({
      what: 'No payment',
      body: `Transaction ${txHash} of chain ${chainId} is no payment of ${amount} ${token} to ${checksum(refused.farmer)}: ${problemIn('en', refused)}`,
    }),
    'payment-said': ({ farmer, amount, token, transaction }) => ({
      what: 'Were you paid?',
      body: `The giver says that ${amount} ${token} was paid to ${checksum(farmer)}${transaction === null ? '' : `, by transaction ${transaction}`}. No chain shows it to this service. Confirm it if you received it, and say that you did not if you did not.`,
    }),
    'next-part': ({ title, until }) => ({
      what: 'Your next part',
      body: `The next part of the plan, “${title}”, is open to you. ${until === null ? 'The farmers who were paid for this part have it to themselves for 72 hours from the first payment.' : `It is for those alone who were paid for this part, until ${instant(until)}: 72 hours from the first payment.`}`,
    }),
    backed: ({ backer, amount, token }) => ({
      what: 'More for your farmers',
      body: `${checksum(backer)} adds ${amount} ${token} to the reward of each place. Your decisions hold for that part too, and its backer pays it. While nobody has a place, you may end it on the quest's page.`,
    }),
    'backing-stopped': ({ backer, amount, token }) => ({
      what: 'Nothing is added any more',
      body: `${checksum(backer)} does not add ${amount} ${token} to the reward of each place any more. It has gone back to them.`,
    }),
    'backing-returned': ({ amount, token }) => ({
      what: 'What you added goes back',
      body: `${amount} ${token} of what you added to this reward goes back to you: nobody earned it.`,
    }),
    'backing-closing': () => ({
      what: 'Take back what you added',
      body: 'Nobody can earn what you paid in for this quest any more. The contract is being closed for it: then take it back with the wallet that paid it in, by refund(escrow) of the escrow contract.',
    }),
    'backers-follow': ({ count, amount, token }) => ({
      what: 'Others owe you, too',
      body: `Beside the giver, ${count === 1 ? 'one more person owes' : `${count} others owe`} you for this work: ${amount} ${token} in sum, divided among you where the place was shared, and less the part of anybody who objects. Each pays you themselves. The quest's page names them.`,
    }),
    'objection-dropped': ({ farmer }) => ({
      what: 'Your objection has fallen away',
      body: `The work of ${checksum(farmer)} that you objected to was given back to them. Once they hand in again, you may object again.`,
    }),
    thanked: ({ giver, amount, token, thanks }) => ({
      what: 'Thanked',
      body: /^https?:/.test(thanks)
        ? `${checksum(giver)} thanks you with ${amount} ${token} for your merged pull request ${thanks}. The payment is shown in both your profiles.`
        : `${checksum(giver)} thanks you with ${amount} ${token} for your finished work. The payment is shown in both your profiles.`,
    }),
    'thanks-said': ({ giver, amount, token, url }) => ({
      what: 'Were you paid?',
      body:
        url === null
          ? `${checksum(giver)} says that they paid you ${amount} ${token}, as a tip for finished work. Answer at /thanks whether you received it: until then nobody sees it.`
          : `${checksum(giver)} says that they paid you ${amount} ${token}, as thanks for ${url}. Answer at /thanks whether you received it: until then nobody sees it.`,
    }),
    'payment-received': ({ farmer, amount, token }) => ({
      what: 'Payment confirmed',
      body: `${checksum(farmer)} confirms that ${amount} ${token} was received. No chain shows it to this service, so it counts for no points.`,
    }),
    'payment-missed': ({ farmer, amount, token }) => ({
      what: 'Not received',
      body: `${checksum(farmer)} says that ${amount} ${token} was not received. You owe it until it is paid.`,
    }),
    'payment-owed': ({ farmer, amount, token, since }) => ({
      what: 'To be paid',
      body: `You owe ${amount} ${token} to ${checksum(farmer)} since ${instant(since)}, when the work was released. Pay it on the quest's page with your wallet, or say there that you have paid.`,
    }),

    funded: () => ({
      what: 'Funded',
      body: 'The deposit arrived on chain. Farmers can take places now.',
    }),
    misfunded: ({ paid, needed }) => ({
      what: 'Not funded',
      body: `The deposit on chain is ${deposited(paid)}; the quest needs ${deposited(needed)}. It is given back: call refund with the wallet that paid it in, and post the quest again.`,
    }),
    edited: changes => ({ what: 'Changed', body: changed(changes).join('\n') }),
    'edited-for-backers': changes => ({ what: 'Changed', body: changedForBackers(changes).join('\n') }),
    'notice-given': ({ endsAt }) => ({
      what: 'The giver has given notice',
      body: `The giver takes the free places of this quest back from the contract at ${instant(endsAt)}, and places without work with them. What is handed in well before then can still be paid.`,
    }),
    'prizes-called-back': ({ endsAt }) => ({
      what: 'The prizes are called back',
      body: `The giver takes the prizes of this contest back from the contract at ${instant(endsAt)}, as the contract lets them. Prizes that are proposed to the contract well before then are still paid; otherwise the contest ends then, and nobody wins.`,
    }),
    'contest-closed': ({ entries, decideUntil, rankBy }) => ({
      what: rankBy === 'votes' ? 'Entries are closed' : 'Rank the entries',
      body:
        entries === 0
          ? `Nobody entered your contest. The prizes go back to you at ${instant(decideUntil)}; you can cancel it before.`
          : rankBy === 'votes'
            ? `Your contest takes entries no more: there are ${entries}. Members of the community vote on them until ${instant(decideUntil)}; without enough votes the prizes are paid in equal parts among all of them.`
            : `Your contest takes entries no more: there are ${entries}. Rank them until ${instant(decideUntil)}; after that the prizes are paid in equal parts among all of them.`,
    }),
    'contest-placed': ({ by, giver, prize, amount, token, endsAt }) => ({
      what: 'Your entry is ranked',
      body: `${by === 'members' ? `The votes of members give your entry prize ${prize}, and ${amount} ${token}` : `${checksum(giver)} gives your entry prize ${prize} of ${amount} ${token}, alone or shared`}. The ranking can be disputed until ${instant(endsAt)}; then it holds.`,
    }),
    'contest-unplaced': ({ endsAt }) => ({
      what: 'The entries are ranked',
      body: `The ranking gives your entry no prize. You can dispute it until ${instant(endsAt)}; then it holds.`,
    }),
    'ranking-disputed': ({ reason, disputeEndsAt, judged }) => ({
      what: 'Ranking disputed',
      body: `An entrant disputes the ranking: “${reason}” ${judged ? 'The platform wallet decides' : 'Nobody is set to decide'}; without a decision the ranking holds at ${instant(disputeEndsAt)}.`,
    }),
    'contest-won': ({ giver, amount, token, decided, booked }) => ({
      what: 'Your entry is paid',
      body: `${decided === 'silence' ? 'The entries were not ranked in time, so that all are paid alike: your part is' : 'Your entry wins'} ${amount} ${token}. ${booked ? `It is booked, and ${checksum(giver)} pays it to you.` : 'The contract has paid it to the account of this contest, from which everybody’s part is sent to them; you can send it yourself on the quest’s page.'}`,
    }),
    'payout-begun': ({ decided, part, winners, prizesBack, token, reviewEndsAt, reason }) => ({
      what: 'Prizes go to the contract',
      body: `${contestSentences[decided]} ${part === null ? `Winners: ${winners}. Back to the giver: ${prizesBack} ${token}.` : `It is asked to pay your part: ${part} ${token}.`} The giver can dispute the payment at the contract until about ${instant(reviewEndsAt)}; then it is paid.${because(reason)}`,
    }),
    'contest-decided': ({ decided, winners, refunded, token, reason }) => ({
      what: 'Contest decided',
      body: `${contestSentences[decided]} Paid entries: ${winners}. Back to the giver: ${refunded} ${token}.${because(reason)}`,
    }),

    'quest-found': ({ name, reward }) => ({
      what: 'Open quest',
      body: `It fits “${name}”, which you follow. Reward: ${reward}. You change or end this under Notifications.`,
    }),
    commented: ({ author }) => ({
      what: 'Comment',
      body: `${checksum(author)} commented on this quest, where everyone can read it.\n\n${later}`,
    }),
    'comment-answered': ({ author }) => ({
      what: 'Answer',
      body: `${checksum(author)} answered a comment of yours, where everyone can read it.\n\n${later}`,
    }),
    invited: ({ giver, reward, note }) => ({
      what: 'Invitation',
      body: `${checksum(giver)} invites you to this quest, for ${reward}.${note === null ? '' : `\n\n${note}`}`,
    }),
    'hidden-by-moderator': values => ({
      what: 'Hidden by a moderator',
      body: moderated(
        'A moderator keeps this from others. Nothing of it was deleted.',
        thingOf(values),
        values.reason,
      ),
    }),
    'shown-again': values => ({
      what: 'Shown again',
      body: moderated('A moderator shows this to everybody again.', thingOf(values), values.reason),
    }),
    'wallet-frozen': ({ owner, reason }) => ({
      what: 'Your wallet is frozen',
      body: moderated(
        'You may read, finish what is under way, be paid for it, and leave; you cannot begin anything new.',
        walletOf(owner),
        reason,
      ),
    }),
    'wallet-unfrozen': ({ owner, reason }) => ({
      what: 'Your wallet is free again',
      body: moderated('You can do everything again.', walletOf(owner), reason),
    }),
    'channel-ended': ({ kind, answer, url }) => ({
      what: 'Notifications ended',
      body: `Nothing could be sent by ${channels[kind]} any more, so it was given up.${answer === null ? '' : ` It answered ${answer}.`}\n\nYou can switch it on again at ${url}`,
    }),
  },
}

const later =
  'You are told of further comments on this quest once you have read this, and an hour from now at the earliest.'

function because(reason: string | null): string {
  return reason === null ? '' : `\n\nReason: ${reason}`
}

function unlessDisputed({ amount, token, reviewEndsAt }: NoticeValues['submitted']): string {
  return `Unless the giver disputes, ${amount} ${token} will be released at ${instant(reviewEndsAt)}.`
}

function disputed(values: NoticeValues['disputed-to-giver']): string {
  const { farmer, amount, token, disputeEndsAt, otherwise } = values
  return `The work of ${checksum(farmer)} is disputed; ${amount} ${token} is held. If nobody decides before ${instant(disputeEndsAt)}, ${otherwiseSentences[otherwise]}.${because(doubtIn('en', values))}`
}

function payment({ farmer, paid, refunded, token, booked }: NoticeValues['released']): string {
  const rest = refunded === '0' ? '' : `, and ${refunded} ${token} went back to the giver`
  return booked
    ? `${paid} ${token} for ${checksum(farmer)} was released${rest}. That is booked here, and nothing is paid yet: the giver pays with their own wallet, and can show the transaction.`
    : `${paid} ${token} went to ${checksum(farmer)}${rest}.`
}

const releasedBecause: Readonly<Record<ReleasedBecause, string>> = {
  'window-over': 'The review window is over.',
  approved: 'The giver approved the work.',
  resolved: 'The dispute was decided for the farmer.',
  split: 'The dispute was decided by giving each side a part.',
  agreed: 'Both sides agreed to a part each.',
  undecided: 'Nobody decided the dispute in time, and the evidence at hand speaks for the work.',
}

const refundedBecause: Readonly<Record<RefundedBecause, string>> = {
  resolved: 'The dispute was decided for the giver.',
  undecided: 'Nobody decided the dispute in time.',
  conceded: 'The farmer conceded.',
  'funds-gone': 'The giver took the funds back from the contract before the work could be proposed to it.',
  'on-chain': 'It was refunded on chain.',
}

const decisions: Readonly<Record<CreditDecision, string>> = {
  unknown: 'It is decided.',
  split: releasedBecause.split,
  conceded: refundedBecause.conceded,
  'for-farmer': releasedBecause.resolved,
  'for-giver': refundedBecause.resolved,
}

const waysOut: Readonly<Record<Side, string>> = {
  farmer:
    'Anybody may have the contract send it once more, and the farmer alone may take it to another address: releaseTo(escrow, receiver)',
  giver:
    'Anybody may have the contract send it once more, and who paid in alone may take it to another address: takeBackTo(escrow, farmer, receiver)',
}

function sideOf({ farmer, side }: Pick<NoticeValues['credit-kept'], 'farmer' | 'side'>): string {
  return side === 'farmer' ? checksum(farmer) : 'the giver'
}

function changed({ amount, places, deadline, description }: NoticeValues['edited']): string[] {
  const sentences = ['The giver changed this quest. What you accepted stays, and:']
  if (amount !== null)
    sentences.push(
      `The reward for each place is ${amount.after} ${amount.token} now; it was ${amount.before} ${amount.token}.`,
    )
  if (places !== null) sentences.push(`It has ${places} places now.`)
  if (deadline !== null)
    sentences.push(
      deadline.after === null
        ? 'It has no deadline any more.'
        : `Its deadline for new farmers is ${instant(deadline.after)} now.`,
    )
  if (description) sentences.push('Something was added to its description; you find it at the quest.')
  return sentences
}

const termWords: Readonly<Record<ChangedTerm, string>> = {
  title: 'title',
  description: 'description',
  skills: 'skills',
  category: 'category',
  codehostRepo: 'repository',
  codehostIssue: 'issue',
  admission: 'admission of farmers',
  requires: 'requirements',
}

function changedForBackers({ amount, deadline, terms }: NoticeValues['edited-for-backers']): string[] {
  const sentences = ['The giver changed this quest, to whose reward you add.']
  if (amount !== null)
    sentences.push(
      `Its own reward for each place is ${amount.after} ${amount.token} now; it was ${amount.before} ${amount.token}. What you add stays.`,
    )
  if (deadline !== null)
    sentences.push(
      deadline.after === null
        ? 'It has no deadline any more.'
        : `Its deadline for new farmers is ${instant(deadline.after)} now.`,
    )
  if (terms.length > 0)
    sentences.push(`These terms read otherwise now: ${terms.map(term => termWords[term]).join(', ')}.`)
  return [
    ...sentences,
    'The quest’s page shows it as it is now. While nobody has a place, you may end what you add there.',
  ]
}

const shareEnded = {
  changed: 'The farmer took the share back.',
  refused: 'A member refused their share.',
  'not-agreed': 'The work was proved or accepted before everybody had agreed.',
  'place-over': 'The farmer has the place no more, or its reward went back.',
} as const

const contestSentences: Readonly<Record<NoticeValues['contest-decided']['decided'], string>> = {
  ranked: 'The ranking holds.',
  resolved: 'The platform wallet has decided the dispute against the ranking.',
  silence: 'The entries were not ranked in time: the prizes are paid in equal parts.',
  'no-entries': 'There was no entry to pay, and the prizes go back.',
  cancelled: 'The giver cancelled the contest before anybody entered.',
  refunded: 'The contract has given the prizes back.',
  'funds-gone': 'The giver took the prizes back from the contract: there is nothing left to win.',
}

/** In the smallest units, as the contract counts. */
function deposited({ token, each, places }: DepositFacts): string {
  return `${each} of ${checksum(token)} for each of ${places} places`
}

function moderated(sentence: string, about: string, reason: string): string {
  return `${sentence}\n\n${about}\n\nThe reason: ${reason}\n\nYou can answer at /moderation.`
}

function thingOf({ kind, thing, title }: LetterValues['shown-again']): string {
  return `${title} (${kinds[kind]} ${thing})`
}

function walletOf(owner: Address): string {
  return `Wallet: ${checksum(owner)}`
}

const kinds: Readonly<Record<ReportedKind, string>> = {
  quest: 'quest',
  comment: 'comment',
  letter: 'letter',
  profile: 'profile',
  proposal: 'proposal',
  file: 'file',
  wallet: 'wallet',
  entry: 'entry',
}

const channels: Readonly<Record<ChannelKind, string>> = {
  email: 'e-mail',
  push: 'web push',
  webhook: 'your webhook',
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
}
