import { day, instant } from '../../ground/clock.ts'
import { personNamed } from './people.ts'
import type { Stage } from './stage.ts'

export async function holdVotes(stage: Stage): Promise<void> {
  const { as, now, pass } = stage
  const shed = await (await as('Ada')).furrow.communityDao.propose({
    title: 'A tool shed for everyone',
    description: 'One shed, **one key for each**:\n\n- spades\n- linters\n- a good lamp',
    category: 'building',
    startsAt: instant(now()),
    endsAt: instant(now() + 3 * day),
  })
  for (const name of ['Ada', 'Ben', 'Orchard'] as const) await vote(stage, name, shed.id, 'Yes')
  await vote(stage, 'Mill', shed.id, 'No')
  await pass(3.5)
  const machine = await (await as('Ben')).furrow.communityDao.propose({
    title: 'Share the threshing machine with Stone Row',
    description:
      'They have **oxen**, we have the machine:\n\n1. They fetch it after our harvest.\n2. They oil it.',
    category: 'tools',
    startsAt: instant(now()),
    endsAt: instant(now() + 20 * day),
    tally: 'live',
  })
  await vote(stage, 'Ben', machine.id, 'Yes')
  await vote(stage, 'Mill', machine.id, 'No')
}

async function vote(
  { as }: Stage,
  name: Parameters<Stage['as']>[0],
  id: string,
  choice: string,
): Promise<void> {
  const { account, furrow } = await as(name)
  await furrow.communityDao.vote(
    { account, signTypedData: data => account.signTypedData(data as never) },
    id,
    choice,
  )
}

export async function writeLetters({ as }: Stage): Promise<void> {
  await (await as('Mill')).furrow.mail.send({
    to: personNamed('Ada').address,
    subject: 'The key is under the stone',
    body: 'Come when you like.\n\nThe dog is kind.',
  })
  await (await as('Ada')).furrow.mail.send({
    to: personNamed('Mill').address,
    subject: 'On my way',
    body: 'I bring the good saw.',
  })
  await (await as('Rosa')).furrow.mail.send({
    to: '*',
    subject: 'The harvest feast is on Sunday',
    body: 'Bring bread. There is soup.',
  })
}
