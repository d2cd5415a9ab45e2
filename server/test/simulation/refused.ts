import { Refusal } from '../../src/rules/lifecycle/refusal.ts'

/** Whether the rules refuse it; any other error is a fault. */
export function isRefused(act: () => unknown): boolean {
  try {
    act()
    return false
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return true
  }
}
