import { expect, test } from 'vitest'
import { createFakeClock, startHarness, takeSharedDatabase } from '../../../test/harness.ts'
import { type Mail, startMailSink } from '../../../test/mail-sink.ts'
import { startProcess } from '../../../test/processes.ts'
import { minute } from '../../ground/clock.ts'
import { deliverOutbox } from './deliver.ts'
import { writeToken } from './links.ts'

test('a process that is killed while it sends loses nothing, and what is sent again has the same id', async () => {
  const sink = await startMailSink()
  const env = { ...sink.env, ...(await takeSharedDatabase()) }
  // The killed process's clock: the rows that it takes are its own for two minutes.
  const clock = createFakeClock(Date.now())
  const { context, env: settings, user, visitor } = await startHarness({ env, clock })
  const [alice, bob] = [user(), user()]
  const { id: channel } = await alice.furrow.notifications.add({ kind: 'email', address: 'a@home.example' })
  const token = writeToken(context, { what: 'confirm', channel, at: clock.now() })
  await visitor.notifications.confirm(token)
  await context.db.deleteFrom('outbox').execute()
  const letters: string[] = []
  for (let index = 0; index < 5; index++)
    letters.push((await bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })).id)

  const reached = Promise.withResolvers<Mail>()
  let count = 0
  // Two are taken; the third has arrived, and nobody says so before the process is dead.
  sink.onMail((mail, answer) => {
    if (++count <= 2) answer()
    else reached.resolve(mail)
  })
  const killed = await startProcess({ ...settings, ...env })
  const cut = await reached.promise
  await killed.kill('SIGKILL')

  sink.onMail((_, answer) => answer())
  clock.advance(Date.now() - clock.now() + 3 * minute)
  while ((await deliverOutbox.round(context)) > 0);
  const ids = sink.mails.map(({ headers }) => headers['message-id'])
  expect(ids.toSorted()).toEqual(letters.map(letter => `<${letter}.${channel}@barn.example>`).toSorted())
  expect(ids).toContain(cut.headers['message-id'])
})
