import type { Page } from 'playwright-core'

/** Goes to a step of the form for a new quest. */
export async function goToStep(page: Page, name: 'Work' | 'Reward' | 'Proof'): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name })
  await link.click()
  await page.locator('nav[aria-label=Steps] [aria-current]', { hasText: name }).waitFor()
}
