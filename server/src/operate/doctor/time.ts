import { readTime } from '@furrow/storage/tend.ts'
import { probe } from '../../ground/clients/probe.ts'
import { isOff, second } from '../../ground/clock.ts'
import { type Check, fine, type Patient, warning, wrong } from './check.ts'

/** A host tells whole seconds, and its answer takes a while. */
const unseen = 3 * second
const bearable = 30 * second

/** Compares this machine's clock, by which review windows and sessions end, with every clock that the settings name. */
export const time: Check = {
  about: 'Clock',
  async look(patient) {
    const told = await Promise.all(sources(patient).map(([name, ask]) => difference(patient, name, ask)))
    const known = told.filter(one => one !== null)
    const belief = isOff(patient.clock) ? [disbelief(patient)] : []
    if (known.length === 0)
      return [...belief, fine('Nothing that the settings name tells the time to compare it with.')]
    const compared = known.map(({ name, ahead }) => {
      const apart = Math.abs(ahead)
      if (apart <= unseen) return fine(`It agrees with ${name}.`)
      const says = `It is ${Math.round(apart / second)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} ${name}.`
      const mend = 'Set the clocks by NTP (timedatectl set-ntp true), and see which of them is wrong.'
      return apart <= bearable ? warning(says, mend) : wrong(says, mend)
    })
    return [...belief, ...compared]
  },
}

function disbelief({ clock }: Patient) {
  const ahead = clock.ahead()
  return wrong(
    `This service pays nothing by itself: its clock is ${Math.round(Math.abs(ahead) / second)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} what it knows.`,
    'Set it by NTP. It is believed again once it is right, or has run evenly for an hour: see "Clocks" in docs/operators.md.',
  )
}

const chainId = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }

type Source = readonly [name: string, ask: () => Promise<number | null>]

function sources({ config, db }: Patient): Source[] {
  const host = config.codehost?.apiUrl
  return [
    ...(host === undefined ? [] : [['the code host', async () => (await probe(host)).time] as const]),
    ...[...config.rpcUrls].map(
      ([id, url]) => [`the RPC of chain ${id}`, async () => (await probe(url, chainId)).time] as const,
    ),
    ...(db === null ? [] : [['the database server', () => readTime(db)] as const]),
  ]
}

/** On PostgreSQL a service uses the database's clock; this looks at the machine's own. */
const machineTime = ({ clock, config }: Patient) =>
  config.postgres === null ? clock.now() : clock.now() + clock.ahead()

async function difference(patient: Patient, name: string, ask: Source[1]) {
  const before = machineTime(patient)
  const theirs = await ask().catch(() => null)
  if (theirs === null) return null
  // The host read its clock somewhere in between.
  const ahead = (before + machineTime(patient)) / 2 - theirs
  return { name, ahead }
}
