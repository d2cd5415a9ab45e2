import type { QuestStatus } from '@furrow/sdk/contract'
import { describe, test } from 'vitest'
import { given, invalid } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import { accept, at, funded, giver, other, posted, type Step, ways } from '../../../../test/told-quest.ts'
import type { Quest } from '../quest.ts'

const set = (status: QuestStatus): Step => [4, { kind: 'set-status', by: giver, status }]
const full = { ...posted, places: 1 }
const refusal = invalid(
  'A giver may set a quest to completed or cancelled, an open one to in-progress, which takes no farmers, and that one to open again; the rest follows from the work.',
)

describe('set-status', () => {
  test('to in-progress takes no farmers for now', () => {
    given(posted)
      .when(set('in-progress'))
      .then([{ kind: 'paused' }], { becomes: { paused: true } })
  })

  test('to open takes farmers again', () => {
    given(posted, set('in-progress'))
      .when(set('open'))
      .then([{ kind: 'resumed' }], { becomes: { paused: false } })
    given({ ...full, paused: true }, [0, { kind: 'set-status', by: giver, status: 'in-progress' }])
      .when(set('open'))
      .then([{ kind: 'resumed' }])
  })

  test.each<readonly [QuestStatus, Quest, readonly Step[]]>([
    ['open', posted, []],
    ['in-progress', posted, [set('in-progress')]],
    ['in-progress', full, [accept()]],
    ['in-review', full, ways['in-review']],
    ['disputed', full, ways.disputed],
    ['completed', full, ways.released],
    ['cancelled', posted, [[1, { kind: 'cancel', by: giver }]]],
  ])('to %s changes nothing where the quest is that', (status, quest, way) => {
    given(quest, ...way)
      .when(set(status))
      .then([])
  })

  test.each<readonly [QuestStatus, string, Quest, readonly Step[]]>([
    ['open', 'has no place left', full, [accept()]],
    ['open', 'is over', posted, [[1, { kind: 'complete', by: giver }]]],
    ['open', 'is over, and was paused', { ...full, paused: true, deadline: at(1) }, []],
    ['in-review', 'is open', posted, [accept(other)]],
    ['disputed', 'is in review', full, ways['in-review']],
    ['in-progress', 'is in review', full, ways['in-review']],
  ])('to %s is refused where the quest %s', (status, _, quest, way) => {
    given(quest, ...way)
      .when(set(status))
      .then(refusal)
  })

  test('to open is refused once the giver takes the places back from the contract', () => {
    given({ ...funded({ noticeEndsAt: at(9) }), paused: true })
      .when(set('open'))
      .then(invalid('You told the contract that you take the free places back: nobody can join any more.'))
    given(funded({ noticeEndsAt: at(9) }))
      .when(set('in-progress'))
      .then([{ kind: 'paused' }])
  })
})

covers(['commands/pausing.ts'], ['paused', 'resumed'])
