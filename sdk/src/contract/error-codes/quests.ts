import type { Code } from './code.ts'

/** Quests, the work in them, its proof and its payment, and comments. */
export const questCodes = {
  'quest-not-found': {
    status: 404,
    means: 'There is no quest of this id that you may see.',
    next: 'Look at the board.',
  },
  'day-not-over': {
    status: 404,
    means: 'The day is not over yet (UTC), or ended less than ten minutes ago.',
    next: 'Come back ten minutes after its end, or ask for an earlier day.',
  },
  'quest-over': {
    status: 400,
    means: 'The quest is completed or cancelled.',
    next: 'Nothing can be changed any more; post another one.',
  },
  'quest-full': {
    status: 400,
    means: 'All places of the quest are taken.',
    next: 'Look for another quest, or come back: a place may be given back.',
  },
  'quest-closed': {
    status: 400,
    means: 'The quest takes no farmers: it is not open, or its deadline has passed.',
    next: 'Look for another quest.',
  },
  'not-backable': {
    status: 400,
    means: 'Nobody can add to the reward of this quest: it is a thanks, or a contest.',
    next: 'Tip its finished work with POST /thanks, or post a quest of your own.',
  },
  'own-work': {
    status: 400,
    means: 'You have a place in this quest.',
    next: 'Others may add to the reward.',
  },
  'backers-full': {
    status: 400,
    means: 'As many as may add to the reward of a quest do already: 40.',
    next: 'Tip its finished work with POST /thanks.',
  },
  'backed-already': {
    status: 409,
    means: 'You add another amount to the reward of this quest already.',
    next: 'While nobody has a place: `stop-backing`, then `back` with the other amount.',
  },
  'not-a-backer': {
    status: 403,
    means: 'You add nothing to the reward of this quest.',
    next: 'Its backers are in `backers` of the quest.',
  },
  'work-begun': {
    status: 400,
    means: 'Somebody has a place in the quest, and works for the whole reward.',
    next: 'Wait until the work is decided; once it is handed in, `object` to paying your part.',
  },
  'objected-already': {
    status: 400,
    means: 'You object to paying for this work already.',
    next: 'The dispute is in the companion quest: show your evidence there.',
  },
  'quest-backed': {
    status: 400,
    means: 'Others add to the reward of the quest, so its token and its places stay.',
    next: 'While nobody has a place: `stop-backing` with `backer`, for each of them.',
  },
  'follows-another': {
    status: 400,
    means: 'The quest adds to the reward of another one, and follows what is decided there.',
    next: 'Act on the quest of `companionOf`.',
  },
  'is-contest': {
    status: 400,
    means: 'The quest is a contest, and has no places that this could be about.',
    next: 'Enter it (PUT /quests/entries), or look at `contest.stage` of the quest for what its giver can do.',
  },
  'no-contest': {
    status: 400,
    means: 'The quest is no contest.',
    next: 'Take a place in it (action accept).',
  },
  'contest-invalid': {
    status: 400,
    means: 'The terms of the contest do not fit each other.',
    next: 'Follow the sentence: the prizes are rewardAmount in sum, and entriesUntil is before decideUntil.',
  },
  'contest-on-chain': {
    status: 400,
    means:
      'The contract pays the same for each place, and nothing on this chain divides that among the winners.',
    next: 'Post a quest with a place for each prize, or on a chain with a `splitter` in `GET /config`.',
  },
  'contest-stage': {
    status: 400,
    means: 'The contest is at another stage.',
    next: 'Look at `contest.stage` of the quest.',
  },
  'contest-full': {
    status: 400,
    means: 'The contest has as many entries as it takes.',
    next: 'Come back if somebody withdraws theirs before entriesUntil.',
  },
  'entries-closed': {
    status: 400,
    means: 'The contest takes no entries any more, and entries cannot be changed or withdrawn.',
    next: 'Wait for the ranking.',
  },
  'entry-not-found': {
    status: 404,
    means: 'You have no entry in this contest.',
    next: 'Enter it (PUT /quests/entries).',
  },
  'entered-already': {
    status: 400,
    means: 'The account at the code host has an entry here with another wallet.',
    next: 'Change that entry with the other wallet.',
  },
  'no-entry': {
    status: 400,
    means: 'There is no entry of that wallet in this contest, or moderators have hidden it.',
    next: 'Read GET /quests/entries.',
  },
  'members-rank': {
    status: 400,
    means: 'The members of the community rank the entries of this contest, by their ballots.',
    next: 'Wait for `contest.decideUntil`, when their ballots are counted.',
  },
  'no-voters': {
    status: 400,
    means: 'The community has no members who could rank the entries.',
    next: 'Rank them yourself (rankBy giver), or wait until the community has members.',
  },
  'ballot-invalid': {
    status: 400,
    means: 'The ballot names an entry twice, or more entries than there are prizes.',
    next: 'Name at most as many entries as `contest.prizes` has, each once.',
  },
  'ranking-not-whole': {
    status: 400,
    means: 'The ranking does not give each prize to entries or back, or gives an entry two.',
    next: 'Name each prize, from 1: in winners, or in returned with a reason.',
  },
  'ranking-over': {
    status: 400,
    means: 'The time to rank, or to dispute the ranking, is over.',
    next: 'Look at `contest` of the quest for the outcome.',
  },
  'part-before-unpaid': {
    status: 400,
    means: 'The quest is a part of a plan, and the part before it is neither paid nor over.',
    next: 'Look at `plan` of the quest: take the part that is open, or come back when it is released.',
  },
  'part-kept': {
    status: 400,
    means: 'The farmers who were paid for the part before have the first right to this one, for 72 hours.',
    next: 'Come back at `plan.opensAt` of the quest.',
  },
  'plan-has-next': {
    status: 409,
    means: 'Another quest follows the one that `after` names.',
    next: 'Name the last part of the plan.',
  },
  'plan-full': {
    status: 400,
    means: 'A plan has ten parts at most.',
    next: 'Post the quest by itself, or as the first part of another plan.',
  },
  'quest-paused': {
    status: 400,
    means: 'The giver of the quest takes no farmers for now.',
    next: 'Come back later.',
  },
  'quest-hidden': {
    status: 400,
    means: 'A moderator has hidden the quest, so that it takes nobody new.',
    next: 'Look for another quest; work under way goes on.',
  },
  'quest-unfunded': {
    status: 400,
    means: 'The giver has not paid into the escrow contract yet.',
    next: 'Wait for the deposit; the giver pays it in with a wallet.',
  },
  'quest-changed': {
    status: 409,
    means: 'The quest has changed since you read it.',
    next: 'Look at it as it is now, and decide anew; `changed` has the difference where it is known.',
  },
  'own-quest': {
    status: 403,
    means: 'A giver cannot take a place in a quest of their own.',
    next: 'Another wallet does the work.',
  },
  'giver-only': {
    status: 403,
    means: 'Only the giver of the quest may do this.',
    next: 'Sign in with the wallet that posted it.',
  },
  'arbiter-only': {
    status: 403,
    means: 'Only the platform wallet may decide a dispute.',
    next: 'Add evidence, and wait for the decision.',
  },
  'not-a-party': {
    status: 403,
    means: 'Only the giver and the farmer of this work may do this.',
    next: 'Sign in with the wallet of one of them.',
  },
  'accepted-already': {
    status: 400,
    means: 'You have a place in this quest already.',
    next: 'Go on with your work.',
  },
  'applied-already': {
    status: 400,
    means: 'Your application for this quest waits for an answer.',
    next: 'Wait for the giver, or withdraw it.',
  },
  'application-declined': {
    status: 403,
    means: 'The giver declined your application for this quest.',
    next: 'Look for another quest.',
  },
  'answer-needed': {
    status: 400,
    means:
      'The giver of the quest asks applicants a question that needs an answer, and the application has none.',
    next: 'Read `questions` of the quest, and apply with `answers`.',
  },
  'question-unknown': {
    status: 400,
    means: 'An answer is to a question that the quest does not ask, or not any more.',
    next: 'Read `questions` of the quest as it is now, and answer those.',
  },
  'questions-need-choice': {
    status: 400,
    means: 'A quest whose places are open to everyone cannot ask questions: nobody applies for it.',
    next: 'Set `admission` to application, or take the questions away with an empty list.',
  },
  'applications-full': {
    status: 400,
    means: 'As many applications wait for an answer as may.',
    next: 'Try again when the giver has answered some.',
  },
  'applied-too-often': {
    status: 429,
    means: 'You have applied as often as a wallet may in a day.',
    next: 'Wait for the seconds in the Retry-After header.',
  },
  'withdrew-too-often': {
    status: 429,
    means: 'You have given back as many places as a wallet may in a day.',
    next: 'Wait for the seconds in the Retry-After header.',
  },
  'holds-too-many': {
    status: 400,
    means: 'The farmer holds as many places without work as a wallet may.',
    next: 'They hand in work, or give places back, first.',
  },
  'places-used-up': {
    status: 400,
    means: 'The farmer has as many places at work as their finished work allows.',
    next: 'They finish work, prove their account at the code host, or give a place back.',
  },
  'place-freed': {
    status: 403,
    means: 'The giver freed the place that you had, and gives you no other.',
    next: 'Look for another quest.',
  },
  'had-part-before': {
    status: 400,
    means:
      'This wallet had a part in the quest before its account was deleted, and is paid for a quest once.',
    next: 'Look for another quest.',
  },
  'blocked-by-giver': {
    status: 403,
    means: 'The giver takes no work and no comments from you.',
    next: 'Look for another quest.',
  },
  'account-needed': {
    status: 403,
    means: 'The quest is for farmers with a proved account at the code host.',
    next: 'Link your account to your profile, and try again.',
  },
  'experience-needed': {
    status: 403,
    means: 'The quest is for farmers who have finished more quests than you have.',
    next: 'Finish others first.',
  },
  'account-age-unknown': {
    status: 403,
    means: 'The quest is for accounts of some age, and nothing says how old yours is.',
    next: 'Prove your account once more on your profile.',
  },
  'account-too-new': {
    status: 403,
    means: 'The quest is for older accounts at the code host than yours.',
    next: 'Look for another quest.',
  },
  'holds-too-many-here': {
    status: 400,
    means: "You have as many of this giver's places as one farmer may.",
    next: 'Finish one of them, or give it back.',
  },
  'agents-refused': {
    status: 403,
    means: 'The quest is not for agents.',
    next: 'Look for another quest.',
  },
  'agents-only': {
    status: 403,
    means: 'The quest is for agents alone.',
    next: "Take it with an API key that says that it is an agent's.",
  },
  denounced: {
    status: 403,
    means: 'The giver takes no work from your account at the code host.',
    next: 'Look for another quest.',
  },
  'not-vouched': {
    status: 403,
    means: 'The quest is for accounts that its giver or its repository vouches for.',
    next: 'Ask the maintainers of the project to vouch for you.',
  },
  'trust-list-unread': {
    status: 503,
    means: 'The code host has not told yet for which accounts the repository vouches.',
    next: 'Try again in a minute.',
  },
  'trust-list-outdated': {
    status: 409,
    means: 'The trust list was saved elsewhere since it was read.',
    next: 'Read it again.',
  },
  'trust-list-too-long': {
    status: 400,
    means: 'A trust list has at most 2,000 lines and 64 KiB.',
    next: 'Shorten it.',
  },
  'kept-for-newcomers': {
    status: 400,
    means: 'The places left are kept for farmers who have finished nothing yet.',
    next: 'Look for another quest.',
  },
  'has-place': {
    status: 400,
    means: 'The farmer has a place in the quest already.',
    next: 'There is nothing to do.',
  },
  'no-place': {
    status: 400,
    means: 'The wallet has no place in the quest.',
    next: 'Name a farmer who has one.',
  },
  'no-application': {
    status: 400,
    means: 'The farmer has no application that waits for an answer.',
    next: 'Look at the list of applications.',
  },
  'not-withdrawable': {
    status: 400,
    means: 'A place with work in it cannot be given back.',
    next: 'Wait for the giver, or answer them.',
  },
  'place-has-work': {
    status: 400,
    means: 'This is for places without work, and there is some.',
    next: 'Review the work.',
  },
  'place-not-idle': {
    status: 400,
    means: 'The giver can free a place only when nothing has come for a while.',
    next: 'Wait until the time in the sentence.',
  },
  'place-returned': {
    status: 400,
    means: "The work was returned to be finished, and its place is its farmer's until they give it back.",
    next: 'Wait for the farmer.',
  },
  'nothing-to-keep': {
    status: 400,
    means: 'Nobody can free the place, so there is no need to say that you are still on it.',
    next: 'Go on with your work.',
  },
  'kept-already': {
    status: 400,
    means: 'You have said once that you are still on it.',
    next: 'Hand in what you have.',
  },
  'extensions-used-up': {
    status: 400,
    means: 'The place was extended as often as may be.',
    next: 'The farmer hands in what they have.',
  },
  'extension-too-early': {
    status: 400,
    means: 'The new end is not later than the present one.',
    next: 'Name a later time.',
  },
  'extension-too-late': {
    status: 400,
    means: 'The new end is later than one extension may reach.',
    next: 'Name the time in the sentence, or an earlier one.',
  },
  'nothing-to-submit': {
    status: 400,
    means: 'Your work is not in a state in which it can be handed in.',
    next: 'Look at your place in the quest.',
  },
  'nothing-shown': {
    status: 400,
    means: 'Neither a link nor a note was given.',
    next: 'Send url, note, or both.',
  },
  'link-invalid': {
    status: 400,
    means: 'The link is none that a browser would open.',
    next: 'Begin it with https:// or http://.',
  },
  'not-in-review': {
    status: 400,
    means: 'This is for work in review, and the work is not.',
    next: 'Look at the state of the work.',
  },
  'review-over': {
    status: 400,
    means: 'The review window is over.',
    next: 'The funds are released, and the decision stands.',
  },
  'decided-already': {
    status: 400,
    means: 'The work is decided already.',
    next: 'Look at the state of the work.',
  },
  'approved-already': {
    status: 400,
    means: 'The giver signed an approval of this work, which is on its way to the contract.',
    next: 'Wait for the payment, or for retryAt, and sign again then.',
  },
  'approval-time': {
    status: 400,
    means: 'The signed approval ends too soon or too late.',
    next: 'Sign one that is good for a day.',
  },
  'approval-refused': {
    status: 400,
    means: 'The escrow contract would not take the signed approval, for the reason in the sentence.',
    next: 'Look at the state of the work, and sign again.',
  },
  'gas-spent': {
    status: 429,
    means:
      "The service has spent its gas of today for this giver's quests, and carries no signature of theirs.",
    next: 'Approve the work with a transaction of your own, or sign again after the seconds in the Retry-After header.',
  },
  'no-contract-to-sign-for': {
    status: 400,
    means: 'The funds are in no contract, so there is nothing to sign.',
    next: 'Approve the work without a signature.',
  },
  'merge-not-returnable': {
    status: 400,
    means: 'A merged pull request cannot be returned.',
    next: 'Approve or dispute the work.',
  },
  'not-returnable': {
    status: 400,
    means: 'The escrow contract does not give back work that was proposed to it.',
    next: 'Approve or dispute it with a wallet.',
  },
  'returns-used-up': {
    status: 400,
    means: 'The work was returned as often as may be.',
    next: 'Approve or dispute it.',
  },
  'not-splittable': {
    status: 400,
    means: 'The escrow contract pays or refunds a place as a whole.',
    next: 'Decide for one of the parties.',
  },
  'share-not-a-part': {
    status: 400,
    means: 'A part of the reward is more than nothing and less than the whole.',
    next: 'Propose another share; approve the work to pay the whole.',
  },
  'proposals-used-up': {
    status: 400,
    means: 'Parts of this work were proposed as often as may be.',
    next: 'Agree to the last one, or let the work end as it would without.',
  },
  'nothing-proposed': {
    status: 400,
    means: 'No part of the reward is proposed for this work.',
    next: 'Propose one.',
  },
  'own-proposal': {
    status: 403,
    means: 'Whoever proposed a part cannot agree to it.',
    next: 'Wait for the other side.',
  },
  'shares-invalid': {
    status: 400,
    means:
      'The shares are not the whole, or one of them is nothing, double, or of somebody who may have none.',
    next: 'Give each member once, the farmer among them, with shares that are 1 in sum.',
  },
  'not-shareable': {
    status: 400,
    means: 'The escrow contract pays one wallet for each place, and there is no splitter on its chain.',
    next: 'Take the place with a splitter contract of your own, or a quest whose reward is in the ledger.',
  },
  'shares-frozen': {
    status: 400,
    means: 'The work was handed in, and its shares do not change any more.',
    next: 'Let the work end; the shares are paid as they were agreed.',
  },
  'shares-used-up': {
    status: 400,
    means: 'The place was shared as often as may be.',
    next: 'Hand the work in as it is shared, or end the share.',
  },
  'shares-not-agreed': {
    status: 400,
    means: 'Not every member has agreed to the shares of this place.',
    next: 'Wait for them, or share otherwise or with nobody, and hand the work in then.',
  },
  'not-a-member': {
    status: 403,
    means: 'The reward of this place is not shared with you.',
    next: 'Ask its farmer for a share.',
  },
  'member-has-place': {
    status: 400,
    means: 'Members of a team have no other place in the same quest.',
    next: 'Give the other place or share back first, or share with somebody else.',
  },
  'not-disputed': {
    status: 400,
    means: 'This is for disputed work, and the work is not.',
    next: 'Look at the state of the work.',
  },
  'answered-already': {
    status: 400,
    means: 'You have answered in this dispute.',
    next: 'Add the rest as evidence.',
  },
  'evidence-full': {
    status: 400,
    means: 'You have added as many pieces of evidence as a party may.',
    next: 'Wait for the decision.',
  },
  'dispute-not-found': {
    status: 404,
    means: 'There is no such dispute of yours.',
    next: 'Look at the list of your disputes.',
  },
  'work-in-review': {
    status: 400,
    means: 'The quest has work in review, so it cannot be cancelled.',
    next: 'Approve or dispute the work.',
  },
  'work-returned': {
    status: 400,
    means: 'The quest has work that was returned, so it cannot be cancelled.',
    next: 'Wait until it is handed in and decided, or given up.',
  },
  'reviewed-already': {
    status: 400,
    means: 'You have reviewed this work already.',
    next: 'There is nothing to do.',
  },
  'status-not-settable': {
    status: 400,
    means: 'A giver cannot set the quest to this status: it follows from the work.',
    next: 'Set completed, cancelled, in-progress or open, as the sentence says.',
  },
  'action-unknown': {
    status: 400,
    means: 'There is no such action of a quest.',
    next: 'Use one of those in the sentence.',
  },
  'revisions-used-up': {
    status: 400,
    means: 'The quest was changed as often as may be.',
    next: 'Post another one.',
  },
  'deadline-past': {
    status: 400,
    means: 'The deadline is not in the future.',
    next: 'Name a later one.',
  },
  'terms-worsened': {
    status: 400,
    means: 'Farmers rely on the quest, and the change would make its terms worse for them.',
    next: 'Keep what they rely on, or make it better.',
  },
  'reward-mismatch': {
    status: 400,
    means: 'The text of the reward does not begin with its amount and token.',
    next: 'Begin it with both, or leave it out.',
  },
  'amount-not-exact': {
    status: 400,
    means: 'The amount has more digits than the token or the ledger can keep.',
    next: 'Send fewer decimals.',
  },
  'amount-too-small': {
    status: 400,
    means: 'The amount is less than this service or its chain takes.',
    next: 'Promise more.',
  },
  'deposit-not-taken': {
    status: 400,
    means: 'The owner of the escrow contract takes no deposits in this token, or none as large.',
    next: 'Promise less, or in another token; the sentence says how much is taken.',
  },
  'funds-fixed': {
    status: 400,
    means: 'The reward and the places were paid into the escrow contract, which cannot change them.',
    next: 'Cancel the quest and post another, or leave both as they are.',
  },
  'funds-unserved': {
    status: 400,
    means: 'The funds are in an escrow contract that this service no longer serves.',
    next: 'Take them out with the exit page.',
  },
  'escrow-stopped': {
    status: 400,
    means: 'The escrow contract cannot take work to be paid for now, for the reason in the sentence.',
    next: 'Wait for the operator.',
  },
  'places-reclaimed': {
    status: 400,
    means: 'The giver takes the free places back from the contract.',
    next: 'Nobody can join any more.',
  },
  'on-chain-only': {
    status: 400,
    means: 'The funds are on chain, and only a wallet can do this, at the contract.',
    next: 'Call the function that the sentence names.',
  },
  'paid-on-chain': {
    status: 400,
    means: 'The contract pays this quest, and shows itself what it paid.',
    next: 'There is no payment to show.',
  },
  'nothing-to-fund': {
    status: 400,
    means: 'The promise of the quest is kept in the ledger.',
    next: 'There is nothing to pay in.',
  },
  'no-deposit': {
    status: 400,
    means: 'There is no deposit for this quest on chain yet.',
    next: 'Pay in, and ask again when it is mined.',
  },
  'deposit-wrong': {
    status: 400,
    means: 'The deposit is not what the quest promises, or cannot be used.',
    next: 'Read the sentence; the giver can take it back from the contract.',
  },
  'chain-unknown': {
    status: 400,
    means: 'The chain is none where this service knows the token or takes deposits.',
    next: 'Name one of those in the sentence.',
  },
  'token-unknown': {
    status: 400,
    means: 'The token is none of those of the escrow contract.',
    next: 'Promise one of those in the sentence.',
  },
  'token-unsearchable': {
    status: 400,
    means: 'The service knows no address of the token on any chain, so payments in it cannot be looked up.',
    next: 'The farmer says what they received.',
  },
  'wallet-not-payable': {
    status: 400,
    means: 'The wallet is a contract on another chain, so it could not be paid on this one.',
    next: 'Use a wallet that exists on the chain of the quest.',
  },
  'work-not-released': {
    status: 400,
    means: 'This is for released work, and the work is not.',
    next: 'Look at the state of the work.',
  },
  'nothing-to-pay': {
    status: 400,
    means: 'Nothing was released to the farmer.',
    next: 'There is nothing to pay.',
  },
  'payment-shown': {
    status: 400,
    means: 'The work is shown as paid already.',
    next: 'Look at its payment.',
  },
  'no-payment': {
    status: 400,
    means: 'The giver has shown no payment of this work.',
    next: 'Wait for it.',
  },
  'payment-not-final': {
    status: 400,
    means: 'The chain does not have the payment at its confirmations yet.',
    next: 'Try again when it has.',
  },
  'payment-confirmed': {
    status: 400,
    means: 'You have confirmed this payment.',
    next: 'There is nothing to do.',
  },
  'payment-said': {
    status: 400,
    means: 'You have said that you paid, and the farmer has confirmed it or not answered yet.',
    next: 'Wait for the answer.',
  },
  'payment-judged': {
    status: 400,
    means: 'The platform wallet has decided that the payment was received.',
    next: 'The decision stands.',
  },
  'payee-only': {
    status: 403,
    means: 'Only the farmer who was paid may confirm a payment, or the platform wallet in their stead.',
    next: 'Sign in with the wallet that was paid.',
  },
  'thanks-not-found': {
    status: 404,
    means: 'There is no thanks of this id that you have a part in.',
    next: 'List your own: a promise that is not paid lapses.',
  },
  'thanks-over': {
    status: 409,
    means: 'The thanks is paid already, or its promise has lapsed.',
    next: 'Look at it; a lapsed one can be promised anew.',
  },
  'thanks-differs': {
    status: 409,
    means: 'You thank for this already, with another amount or token.',
    next: 'Pay what you promised, or withdraw it first; what is paid stays.',
  },
  'thanks-to-oneself': {
    status: 400,
    means: 'The work is your own, by this wallet or by your account at the code host.',
    next: 'Thank somebody else.',
  },
  'thanks-blocked': {
    status: 403,
    means: 'One of the two of you has blocked the other.',
    next: 'Nothing can be given as long as that stands.',
  },
  'author-unlinked': {
    status: 400,
    means: 'Nobody here has linked the account that made the pull request, so there is no wallet to pay.',
    next: 'Ask its author to sign in here and link the account to their profile, then try again.',
  },
  'merge-of-quest': {
    status: 409,
    means: 'The pull request is the work of a quest here.',
    next: 'Tip that work instead: with questId and farmer.',
  },
  'tip-of-thanks': {
    status: 400,
    means: 'This is a thanks, or a tip, itself.',
    next: 'Thank for other work.',
  },
  'transaction-unknown': {
    status: 400,
    means: 'The chain knows no such transaction.',
    next: 'Show it when it was sent.',
  },
  'not-a-payment': {
    status: 400,
    means: 'The transaction does not pay this work.',
    next: 'Show the transaction that does.',
  },
  'transaction-shared-out': {
    status: 400,
    means: 'The transaction is shown as the payment of as many works as one may be.',
    next: 'Show another one.',
  },
  'blocked-by-recipient': {
    status: 403,
    means: 'The person takes no letters from you.',
    next: 'There is nothing to do.',
  },
  'invitation-not-found': {
    status: 404,
    means: 'You have no invitation to this quest.',
    next: 'Look at your tasks.',
  },
  'invited-already': {
    status: 400,
    means: 'The farmer was invited to the quest already.',
    next: 'Wait for their answer.',
  },
  'draft-not-found': {
    status: 404,
    means: 'There is no such draft of yours.',
    next: 'Look at the list of your drafts.',
  },
  'draft-outdated': {
    status: 409,
    means: 'The draft was saved elsewhere since.',
    next: 'Read it again, and save with its present version.',
  },
  'issue-not-found': {
    status: 404,
    means: 'There is no such issue, or not everybody may read it.',
    next: 'Look at the URL; send codehostToken for a private one.',
  },
  'codehost-link-invalid': {
    status: 400,
    means: 'The repository or the issue is none of the code host of this service.',
    next: 'Send owner/name, a number, or the URL at the code host.',
  },
  'codehost-quota': {
    status: 429,
    means: 'The code host can be asked only a little more for now, or you asked it as often as you may.',
    next: 'Wait for the seconds in the Retry-After header.',
  },
  'comment-not-found': {
    status: 404,
    means: 'There is no such comment.',
    next: 'Look at the comments of the quest.',
  },
  'comment-deleted': {
    status: 400,
    means: 'The comment was deleted.',
    next: 'Write another one.',
  },
  'comments-closed': {
    status: 403,
    means: 'The giver takes no more comments on the quest.',
    next: 'Write a letter instead.',
  },
  'author-only': {
    status: 403,
    means: 'Only the author may do this, or where the sentence says so the giver.',
    next: 'Sign in with their wallet.',
  },
  'edit-over': {
    status: 400,
    means: 'A comment can be changed for a few minutes only.',
    next: 'Write another one.',
  },
  'pins-used-up': {
    status: 400,
    means: 'As many comments are pinned as may be.',
    next: 'Unpin one first.',
  },
  'hidden-by-moderator': {
    status: 400,
    means: 'A moderator has hidden this.',
    next: 'Its author can answer the decision.',
  },
  'no-linked-quest': {
    status: 404,
    means: 'No open quest is linked to the repository.',
    next: 'Post one with codehostRepo, or look at the name.',
  },
  'pull-request-not-found': {
    status: 400,
    means: 'The code host shows this service no such pull request.',
    next: 'Look at the number; the repository may be private.',
  },
  'not-merged': {
    status: 400,
    means: 'The pull request is not merged.',
    next: 'Merge it, and tell again.',
  },
  'other-branch': {
    status: 400,
    means: 'The pull request was merged into another branch than the default one.',
    next: 'Merge it into the default branch.',
  },
  'merged-too-early': {
    status: 400,
    means: 'The pull request was merged before the quest was accepted.',
    next: 'Only work after that counts.',
  },
  'issue-not-closed': {
    status: 400,
    means: 'The pull request does not close the issue of an open quest.',
    next: 'Its description must say so before it is merged.',
  },
  'proved-already': {
    status: 400,
    means: 'This or another pull request proves the work already.',
    next: 'There is nothing to do.',
  },
  'author-gone': {
    status: 403,
    means: 'The pull request has no author any more who could be paid.',
    next: 'The giver can approve the work.',
  },
  'author-is-giver': {
    status: 403,
    means: 'The author of the pull request is the giver of the quest, who cannot be paid for it.',
    next: 'Somebody else does the work.',
  },
  'author-without-place': {
    status: 403,
    means: 'The author of the pull request has no place in the quest.',
    next: 'They accept the quest before they merge.',
  },
  'other-repository': {
    status: 403,
    means: 'The token is of a job in another repository.',
    next: 'Tell of it from the repository itself.',
  },
  'job-token-invalid': {
    status: 401,
    means: 'The token is none of a CI job of the code host, made for this service.',
    next: 'Ask for one with the audience in the sentence.',
  },
  'webhook-unsigned': {
    status: 401,
    means: 'The webhook is not signed with the secret of this service.',
    next: 'Set the same secret at the code host.',
  },
  'codehost-token-refused': {
    status: 401,
    means: 'The code host does not accept the token that came with the request.',
    next: 'Send another one, or none.',
  },
} as const satisfies Readonly<Record<string, Code>>
