-- The browser that requested a link, and the mailbox it was sent to.

ALTER TABLE verification ADD COLUMN browser_hash BLOB;   -- sha256 of that browser's cookie; NULL in older links
ALTER TABLE verification ADD COLUMN mailbox TEXT NOT NULL DEFAULT '';   -- see src/guests/mailbox.ts
UPDATE verification SET mailbox = email_key;
DROP INDEX verification_by_email;
CREATE INDEX verification_by_mailbox ON verification (mailbox, sent_at);
