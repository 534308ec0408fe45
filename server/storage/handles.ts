import { HttpError } from '../base/errors.ts';
import { assertDatabaseName } from './names.ts';
import { Follower, type ChangeSource } from './feed.ts';
import type { Database, Feed } from './types.ts';

export interface HandleDriver {
  /** Opens or creates. */
  open(name: string): Promise<Database>;
  exists(name: string): Promise<boolean>;
  source(name: string, db: Database): ChangeSource;
  close(db: Database): Promise<void>;
  destroy(name: string, db: Database): Promise<void>;
  isGone(name: string, error: unknown): boolean | Promise<boolean>;
  onFailure(name: string, error: unknown): void;
}

/** The open databases and their followers: each is opened once, shared, and closed in the right order. */
export class Handles {
  private readonly databases = new Map<string, Promise<Database>>();
  private readonly followers = new Map<string, Promise<Follower>>();
  /** Destructions under way; an opening of the same name waits for its end. */
  private readonly leaving = new Map<string, Promise<void>>();
  private readonly driver: HandleDriver;
  private closed = false;

  constructor(driver: HandleDriver) {
    this.driver = driver;
  }

  has(name: string): boolean {
    return this.databases.has(name);
  }

  get names(): string[] {
    return [...this.databases.keys()];
  }

  open(name: string): Promise<Database> {
    assertDatabaseName(name);
    if (this.closed) return Promise.reject(new Error('the storage is closed'));
    const known = this.databases.get(name);
    if (known !== undefined) return known;
    const opening = (this.leaving.get(name) ?? Promise.resolve()).then(() => this.driver.open(name));
    this.databases.set(name, opening);
    // A failed opening is tried again by the next caller.
    opening.catch(() => this.databases.delete(name));
    return opening;
  }

  /** A database that is named somewhere and missing is a fault to mend, and nobody may take an empty one for it. */
  async openExisting(name: string): Promise<Database> {
    if (this.databases.has(name) || (await this.driver.exists(name))) return this.open(name);
    const error = new HttpError(503, 'unavailable', `the database ${name} is missing`);
    this.driver.onFailure(name, error);
    throw error;
  }

  feed(name: string): Promise<Feed> {
    const known = this.followers.get(name);
    if (known !== undefined) return known;
    const starting = this.startFollower(name);
    this.followers.set(name, starting);
    starting.catch(() => this.followers.delete(name));
    return starting;
  }

  private async startFollower(name: string): Promise<Follower> {
    const db = await this.open(name);
    const follower = new Follower(this.driver.source(name, db), {
      isGone: (error) => this.driver.isGone(name, error),
      onGone: () => this.forget(name, db),
      onFailure: (error) => this.driver.onFailure(name, error),
    });
    await follower.ready();
    return follower;
  }

  /** Tells a database's follower, if there is one, that something was written. */
  poke(name: string): void {
    void this.followers.get(name)?.then(
      (follower) => follower.poke(),
      () => undefined,
    );
  }

  async destroy(name: string): Promise<void> {
    const db = await this.open(name);
    const follower = this.followers.get(name);
    this.followers.delete(name);
    this.databases.delete(name);
    const gone = this.endFollower(follower).then(() => this.driver.destroy(name, db));
    this.leaving.set(name, gone);
    try {
      await gone;
    } finally {
      this.leaving.delete(name);
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await Promise.all([...this.followers.values()].map((follower) => this.endFollower(follower)));
    await Promise.allSettled(this.leaving.values());
    const open = await Promise.allSettled(this.databases.values());
    const databases = open.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    await Promise.all(databases.map((db) => this.driver.close(db)));
    this.databases.clear();
    this.followers.clear();
  }

  /** The next one who opens a database of that name opens another one. */
  private forget(name: string, db: Database): void {
    this.followers.delete(name);
    this.databases.delete(name);
    void db.close().catch(() => undefined);
  }

  private async endFollower(follower: Promise<Follower> | undefined): Promise<void> {
    await (await follower?.catch(() => undefined))?.close();
  }
}
