-- When the owner last agreed to hide photos whose files were gone, in ms since the epoch: those
-- hidden before do not count towards the next question.
ALTER TABLE source ADD COLUMN agreed_at INTEGER;

-- Whether the owner had yet to decide about the file when its photo was put in the trash.
ALTER TABLE trash_original ADD COLUMN is_waiting INTEGER NOT NULL DEFAULT 0;
