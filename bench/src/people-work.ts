import { forever, type Measured, measure } from './measure.ts'
import { personAt } from './people.ts'
import type { Load } from './quest-work.ts'

export function sendMail({ client, people, lanes, seconds }: Load): Promise<Measured<string>> {
  return measure(
    lanes,
    seconds,
    forever(index => {
      const to = personAt(people, index + 1).account.address
      const body = { to, subject: `Letter ${index}`, body: 'Seeds, please, as last year.' }
      const { token } = personAt(people, index)
      return client.ask({ method: 'POST', path: '/api/mail', token, body })
    }),
  )
}

export function changeProfile({ client, people, lanes, seconds }: Load): Promise<Measured<string>> {
  return measure(
    lanes,
    seconds,
    forever(index => {
      const body = { farmerProfile: { bio: `I mend gates, ${index} so far.`, skills: ['carpentry'] } }
      const { token } = personAt(people, index)
      return client.ask({ method: 'PUT', path: '/api/profile/', token, body })
    }),
  )
}
