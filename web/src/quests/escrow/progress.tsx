/** How far the wallet is, or what it said. */
export function Progress({ step, error }: { step: string | null; error: string | null }) {
  return (
    <>
      {step && (
        <p role="status" className="text-sm text-muted">
          {step}
        </p>
      )}
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </>
  )
}
