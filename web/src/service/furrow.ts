import { createFurrow, type Furrow } from '@furrow/sdk/whole'
import { loadRefusals } from '../language/refusals.ts'

/** The address of the service's interface; the service writes it into the page. */
export const base = document.querySelector<HTMLMetaElement>('meta[name="furrow-base"]')?.content ?? '/api'

/** The one client of this page; the session gives it its token. */
export const furrow: Furrow = createFurrow({
  baseUrl: new URL(base, location.origin).href,
  // The queries ask again by themselves.
  retry: { reads: false },
  fetch: ask,
})

async function ask(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  // A deletion still happens while the page goes away.
  const answer = await fetch(url, { ...init, keepalive: init?.method === 'DELETE' })
  // Whoever shows the refusal has its words then.
  if (!answer.ok) await loadRefusals()
  return answer
}
