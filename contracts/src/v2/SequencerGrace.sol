// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowErrors} from "./EscrowErrors.sol";

/// @notice Chainlink's feed that says whether the sequencer of a rollup is up.
/// @dev https://docs.chain.link/data-feeds/l2-sequencer-feeds
interface IUptimeFeed {
    /// @notice What it says now.
    /// @return roundId the round
    /// @return answer 0 while the sequencer is up, 1 while it is down
    /// @return startedAt since when, in unix seconds
    /// @return updatedAt not used
    /// @return answeredInRound not used
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);

    /// @notice What it said in an earlier round. A round begins where the answer changes.
    /// @param round which one
    /// @return roundId not used
    /// @return answer 0 while the sequencer was up, 1 while it was down
    /// @return startedAt since when, in unix seconds
    /// @return updatedAt not used
    /// @return answeredInRound not used
    function getRoundData(
        uint80 round
    )
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}

/// @title Time that stands still while nobody can act
/// @notice While a rollup's sequencer is down, and for a day after, no window ends: whoever had to act in it still can. What ended
/// before it went down stays ended. Of several times in a row that it was down the last one counts.
abstract contract SequencerGrace is EscrowErrors {
    /// @notice So long after the sequencer came back nothing ends.
    uint64 public constant SEQUENCER_GRACE = 1 days;

    /// @notice A window is never made longer than by this, whatever the feed says.
    uint64 public constant MAX_EXTENSION = 30 days;

    uint256 private constant FEED_GAS = 100_000;
    uint256 private constant UP = 0;
    uint256 private constant DOWN = 1;

    /// @notice The feed that is asked; zero where there is none.
    IUptimeFeed public immutable uptimeFeed;

    /// @notice Names the feed for good.
    /// @param feed the feed that is asked; zero where there is none
    constructor(address feed) {
        if (feed != address(0) && feed.code.length == 0) revert InvalidAddress();
        uptimeFeed = IUptimeFeed(feed);
    }

    /// @dev When something ends that was to end at `end`. A feed that fails changes nothing, so that it cannot lock money up.
    function _extended(uint64 end) internal view returns (uint64) {
        if (address(uptimeFeed) == address(0)) return end;
        (uint256 round, uint256 answer, uint256 since) = _ask(abi.encodeCall(IUptimeFeed.latestRoundData, ()));
        uint256 quietUntil = block.timestamp + SEQUENCER_GRACE;
        if (answer == UP) {
            quietUntil = since + SEQUENCER_GRACE;
            if (quietUntil <= end || round == 0) return end;
            (, answer, since) = _ask(abi.encodeCall(IUptimeFeed.getRoundData, (uint80(round - 1))));
        }
        if (answer != DOWN || since >= end || quietUntil <= end) return end;
        return quietUntil < end + MAX_EXTENSION ? uint64(quietUntil) : end + MAX_EXTENSION;
    }

    /// @dev One round of the feed; neither up nor down where it fails, answers too little, or tells of the future.
    function _ask(bytes memory question) private view returns (uint256 round, uint256 answer, uint256 since) {
        address feed = address(uptimeFeed);
        uint256[3] memory words;
        bool hasAnswered;
        assembly ("memory-safe") {
            hasAnswered := staticcall(FEED_GAS, feed, add(question, 32), mload(question), words, 96)
            hasAnswered := and(hasAnswered, gt(returndatasize(), 159))
        }
        if (!hasAnswered || words[2] > block.timestamp) return (0, type(uint256).max, 0);
        return (words[0], words[1], words[2]);
    }
}
