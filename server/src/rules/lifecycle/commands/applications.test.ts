import { describe, test } from 'vitest'
import { forbidden, given, invalid, quiet, tooMany } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  approve,
  at,
  choosing,
  farmer,
  giver,
  other,
  posted,
  type Step,
  submit,
} from '../../../../test/told-quest.ts'
import { day, hour } from '../../../ground/clock.ts'
import type { QuestEvent } from '../events/all.ts'
import { newcomer } from '../ladder.ts'
import type { Quest } from '../quest.ts'
import type { Applicant } from '../rules.ts'

const applicant: Applicant = newcomer
const admit = (who = farmer, passed = hour): Step => [passed, { kind: 'admit', by: giver, farmer: who }]
const decline: Step = [hour, { kind: 'decline', by: giver, farmer, reason: 'We mend it ourselves.' }]
const end = (passed: number): Step => [passed, { kind: 'end-application', by: null, farmer }]
const isOver = (endedAt: number, status: string) => ({
  waiting: 0,
  applications: { [farmer]: { status, endedAt } },
})

describe('accept, where the giver chooses,', () => {
  test('asks them for a place, which takes none', () => {
    given(choosing)
      .when([0, { kind: 'accept', by: farmer, note: 'I have a forge.' }])
      .then([{ kind: 'applied', farmer, note: 'I have a forge.', answers: [], expiresAt: at(14 * day) }], {
        becomes: {
          waiting: 1,
          toldOfOneAt: at(0),
          applications: {
            [farmer]: {
              ...{ farmer, status: 'pending', note: 'I have a forge.', answers: [], reason: null },
              ...{ appliedAt: at(0), expiresAt: at(14 * day), endedAt: null },
            },
          },
        },
        notices: [quiet('application', 'Application', giver)],
      })
  })

  test('tells them of one application a day', () => {
    const application = {
      ...{ farmer: other, status: 'pending', note: null, answers: [], reason: null, endedAt: null },
    }
    given(choosing, accept())
      .when(accept(other, day - 1))
      .then([{ kind: 'applied', farmer: other, note: null, answers: [], expiresAt: at(15 * day - 1) }], {
        becomes: {
          waiting: 2,
          applications: { [other]: { ...application, appliedAt: at(day - 1), expiresAt: at(15 * day - 1) } },
        },
      })
    given(choosing, accept())
      .when(accept(other, day))
      .then([{ kind: 'applied', farmer: other, note: null, answers: [], expiresAt: at(15 * day) }], {
        becomes: {
          waiting: 2,
          toldOfOneAt: at(day),
          applications: { [other]: { ...application, appliedAt: at(day), expiresAt: at(15 * day) } },
        },
        notices: [quiet('application', 'Application', giver)],
      })
  })

  test('asks again after an application was taken back', () => {
    given(choosing, accept(), [1, { kind: 'withdraw', by: farmer }])
      .when(accept(farmer, 2))
      .then([{ kind: 'applied', farmer, note: null, answers: [], expiresAt: at(14 * day + 2) }])
  })

  test('asks again after the giver freed the place', () => {
    const freed: Step = [4 * day, { kind: 'remove', by: giver, farmer, reason: null }]
    given(choosing, accept(), admit(), freed)
      .when(accept(farmer, 5 * day))
      .then([{ kind: 'applied', farmer, note: null, answers: [], expiresAt: at(19 * day) }])
  })

  test.each<readonly [string, Quest, readonly Step[], Error]>([
    ['a second application', choosing, [accept()], invalid('You have applied for this quest already.')],
    [
      'a farmer whom the giver declined',
      choosing,
      [accept(), decline],
      forbidden('The giver declined your application for this quest.'),
    ],
    [
      'everyone while a thousand applications wait',
      { ...choosing, waiting: 1_000 },
      [],
      invalid('1000 applications for this quest wait for an answer, which is the most; try again later.'),
    ],
  ])('refuses %s', (_, quest, way, refusal) => {
    given(quest, ...way)
      .when(accept(farmer, 2 * hour))
      .then(refusal)
  })

  test('refuses a farmer who applied most often, for the day', () => {
    const sentence =
      'You have applied 10 times today, which is the most; you can go on at 2030-01-02T00:00:00.000Z.'
    given(choosing)
      .when(accept(farmer, hour), { known: { applicant: { ...applicant, applied: 10 } } })
      .then(tooMany(sentence, at(day)))
    given(choosing)
      .when(accept(), { known: { applicant: { ...applicant, applied: 9 } } })
      .then([{ kind: 'applied', farmer, note: null, answers: [], expiresAt: at(14 * day) }])
  })
})

describe('accept, where the giver asks,', () => {
  const asking = (...questions: object[]): Quest => ({ ...choosing, questions: JSON.stringify(questions) })
  const [tools, when] = [
    { text: 'Which tools do you have?', required: true },
    { text: 'When do you begin?', required: false },
  ]
  const answering = (...answers: [question: string, answer: string][]): Step => [
    0,
    {
      ...{ kind: 'accept', by: farmer },
      answers: answers.map(([question, answer]) => ({ question, answer })),
    },
  ]
  const appliedWith = (...answers: object[]) =>
    ({ kind: 'applied', farmer, note: null, answers, expiresAt: at(14 * day) }) as QuestEvent

  test('keeps the answers in the order of the questions, without spaces around them and empty ones', () => {
    given(asking(tools, when))
      .when(answering([when.text, ' Now. '], [` ${tools.text}`, 'A saw.']))
      .then([
        appliedWith({ question: tools.text, answer: 'A saw.' }, { question: when.text, answer: 'Now.' }),
      ])
    given(asking(tools, when))
      .when(answering([tools.text, 'A saw.'], [when.text, ' ']))
      .then([appliedWith({ question: tools.text, answer: 'A saw.' })])
    given(asking(when)).when(accept()).then([appliedWith()])
  })

  test.each<readonly [string, readonly [string, string][]]>([
    ['nothing', []],
    ['another question alone', [[when.text, 'Now.']]],
    ['with spaces alone', [[tools.text, '  ']]],
  ])('refuses an application that answers %s', (_, answers) => {
    given(asking(when, tools))
      .when(answering(...answers))
      .then(invalid('The giver of this quest asks applicants something, and question 2 needs an answer.'))
  })

  test('refuses an answer to a question that is not asked, also where nothing is', () => {
    const unknown = (number: number) =>
      invalid(
        `Answer ${number} is to a question that this quest does not ask; look at its questions as they are now.`,
      )
    given(asking(tools))
      .when(answering([tools.text, 'A saw.'], [when.text, 'Now.']))
      .then(unknown(2))
    given(posted)
      .when(answering([when.text, 'Now.']))
      .then(unknown(1))
  })
})

describe('admit', () => {
  test('gives the farmer a place, which is no news to the giver', () => {
    given(choosing, accept())
      .when(admit(), { known: { applicant: { ...applicant, account: 'account-2', held: 9 } } })
      .then(
        [
          { kind: 'admitted', farmer },
          {
            ...{ kind: 'accepted', farmer, account: 'account-2' },
            ...{ expiresAt: at(14 * day + hour), idleAt: at(3 * day + hour) },
          },
        ],
        {
          becomes: {
            ...isOver(at(hour), 'admitted'),
            tally: { accepted: 1 },
            work: {
              [farmer]: {
                ...{ farmer, status: 'accepted', account: 'account-2', acceptedAt: at(hour) },
                ...{
                  asked: new Set(),
                  returned: null,
                  round: 0,
                  team: { members: [], times: 0 },
                  expiresAt: at(14 * day + hour),
                },
                ...{
                  warned: false,
                  idleAt: at(3 * day + hour),
                  idleWarned: false,
                  keptAt: null,
                  extensions: 0,
                },
                ...{ toldAt: at(hour), untold: false },
              },
            },
          },
          notices: [quiet('quest', 'Admitted', farmer)],
          deeds: [{ kind: 'accepted', farmer, again: false }],
        },
      )
  })

  test.each<readonly [string, Quest, readonly Step[], Error]>([
    ['a farmer who did not apply', choosing, [], invalid(noneOf(farmer))],
    ['a farmer whose application was declined', choosing, [accept(), decline], invalid(noneOf(farmer))],
    [
      'a farmer who has a place already',
      choosing,
      [accept(), admit()],
      invalid(`${farmer} has a place in this quest already.`),
    ],
    [
      'a farmer whose work was paid',
      choosing,
      [accept(), admit(), submit(farmer, hour), approve(hour)],
      invalid(`${farmer} has a place in this quest already.`),
    ],
    [
      'everyone once no place is left',
      { ...choosing, places: 1 },
      [accept(other), accept(), admit(other)],
      invalid('This quest has no place left.'),
    ],
  ])('refuses %s', (_, quest, way, refusal) => {
    given(quest, ...way)
      .when(admit(farmer, 2 * hour))
      .then(refusal)
  })

  test('refuses a farmer who holds the most places', () => {
    const sentence = `${farmer} has 10 places without work, which is the most; they have to finish or give back some first.`
    given(choosing, accept())
      .when(admit(), { known: { applicant: { ...applicant, held: 10 } } })
      .then(invalid(sentence))
  })
})

describe('decline', () => {
  test('is the last answer, and tells the farmer', () => {
    given(choosing, accept())
      .when(decline)
      .then([{ kind: 'declined', farmer, reason: 'We mend it ourselves.' }], {
        becomes: {
          waiting: 0,
          applications: {
            [farmer]: { status: 'declined', endedAt: at(hour), reason: 'We mend it ourselves.' },
          },
        },
        notices: [quiet('application', 'Declined', farmer)],
      })
  })

  test('refuses a farmer whose application does not wait', () => {
    given(choosing)
      .when(decline)
      .then(invalid(noneOf(farmer)))
    given(choosing, accept(), admit())
      .when(decline)
      .then(invalid(noneOf(farmer)))
  })
})

describe('an application ends', () => {
  test('when its farmer takes it back, of which nobody is told', () => {
    given(choosing, accept())
      .when([1, { kind: 'withdraw', by: farmer }])
      .then([{ kind: 'application-withdrawn', farmer }], { becomes: isOver(at(1), 'withdrawn') })
  })

  test('when nobody answers it in time', () => {
    given(choosing, accept())
      .when(end(14 * day - 1))
      .then([])
    given(choosing, accept())
      .when(end(14 * day))
      .then([{ kind: 'application-expired', farmer }], {
        becomes: isOver(at(14 * day), 'expired'),
        notices: [quiet('application', 'Application ended', farmer)],
      })
  })

  test.each<readonly [string, Quest, readonly Step[]]>([
    ['once no place is left', { ...choosing, places: 1 }, [accept(other), accept(), admit(other, 1)]],
    ['once the quest is closed', choosing, [accept(), [1, { kind: 'cancel', by: giver }]]],
    ['once the deadline has passed', { ...choosing, deadline: at(2) }, [accept()]],
  ])('%s', (_, quest, way) => {
    given(quest, ...way)
      .when(end(2))
      .then(
        quest.deadline === null
          ? [{ kind: 'application-closed', farmer }]
          : [
              { kind: 'application-closed', farmer },
              { kind: 'places-returned', places: 2 },
            ],
      )
  })

  test('with its quest, and tells the farmer', () => {
    given({ ...choosing, places: 1 }, accept(other), accept(), admit(other, 1))
      .when(end(2))
      .then([{ kind: 'application-closed', farmer }], {
        becomes: isOver(at(2), 'closed'),
        notices: [quiet('application', 'Application ended', farmer)],
      })
  })

  test('once', () => {
    given(choosing, accept(), end(14 * day))
      .when(end(14 * day))
      .then([])
    given(choosing).when(end(2)).then([])
  })
})

function noneOf(who: Quest['giver']): string {
  return `${who} has no application that waits for an answer in this quest.`
}

covers(
  ['commands/applications.ts', 'questions.ts'],
  ['applied', 'admitted', 'declined', 'application-withdrawn', 'application-expired', 'application-closed'],
)
