/** From `12`, `#12`, `!12`, or the address of a pull request; null for anything else. */
export function readPullNumber(text: string): number | null {
  const [, digits] =
    /^(?:https?:\/\/\S+\/(?:pull|pulls|merge_requests)\/|[#!])?([1-9]\d{0,8})(?:[/?#]\S*)?$/.exec(
      text.trim(),
    ) ?? []
  return digits === undefined ? null : Number(digits)
}
