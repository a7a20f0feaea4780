-- Which folder an import is of, and whether a connection was lost.

ALTER TABLE job ADD COLUMN folder_name TEXT;                              -- NULL for older jobs
ALTER TABLE oauth_state ADD COLUMN may_stop_import INTEGER NOT NULL DEFAULT 0;
ALTER TABLE drive ADD COLUMN is_lost INTEGER NOT NULL DEFAULT 0;          -- not ended by the owner

UPDATE job SET folder_name = (SELECT folder_name FROM drive) WHERE state IN ('SCHEDULED', 'STARTED');
-- Until now the reason was the only trace of it.
UPDATE drive SET is_lost = 1 WHERE refresh_token IS NULL AND (
  trouble LIKE 'Google no longer accepts this connection%' OR
  trouble LIKE 'The connection was encrypted with a different secret.key%'
);
