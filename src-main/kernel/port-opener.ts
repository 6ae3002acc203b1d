/** A port that is listened on. */
export interface OpenPort {
  url: string
  close: () => Promise<void>
}

/** Opener of ports beside the main port. Made in bootstrap. */
export interface PortOpener {
  /** Answers there as this version of the contract. Throws what keeps it from opening, in words for a person. */
  open(port: number, contract: string): Promise<OpenPort>
  urlOf(port: number): string
}
