/** Open port. */
export interface OpenPort {
  url: string
  close: () => Promise<void>
}

/** Opens ports in addition to the main port. Created in app. */
export interface PortOpener {
  /**
   * Opens a port that serves this version of the contract. If it cannot open, throws an error in plain words.
   */
  open(port: number, contract: string): Promise<OpenPort>
  urlOf(port: number): string
}
