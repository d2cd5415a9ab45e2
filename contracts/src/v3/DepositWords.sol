// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Deposit} from "./EscrowTypesV3.sol";

/// @title Deposits in storage
/// @notice A deposit takes one word of storage, where its numbers are small enough, its token is a usual one and it has no end; else two.
/// @dev One word: giver 160, amountEach 74, token's number 2, slots 5, free 5, held 5, term 3, sponsored 1, and 0. Two words: giver 160,
/// amountEach 95, and 1; token 160, slots 16, free 16, held 16, endsAt 40, isNotice 1, sponsored 1, term 6.
abstract contract DepositWords {
    /// @notice The most that a place can pay, in the token's smallest unit.
    uint256 public constant MAX_AMOUNT = (1 << 95) - 1;

    uint256 private constant WIDE = 1 << 255;
    uint256 private constant UNUSUAL = 4;
    uint256 private constant NARROW_AMOUNT = (1 << 74) - 1;

    /// @dev One free place, and one with money here, as each of the two ways to write counts them.
    uint256 private constant NARROW_FREE = 1 << 241;
    uint256 private constant NARROW_HELD = 1 << 246;
    uint256 private constant WIDE_FREE = 1 << 176;
    uint256 private constant WIDE_HELD = 1 << 192;

    address private immutable _token1;
    address private immutable _token2;
    address private immutable _token3;

    mapping(bytes32 escrow => uint256) private _firstWords;
    mapping(bytes32 escrow => uint256) private _secondWords;

    /// @notice Names the usual tokens for good.
    /// @param tokens ERC-20s; zero for none
    constructor(address[3] memory tokens) {
        _token1 = tokens[0];
        _token2 = tokens[1];
        _token3 = tokens[2];
    }

    /// @dev Whether somebody paid in under this id.
    function _isFunded(bytes32 escrow) internal view returns (bool) {
        return _firstWords[escrow] != 0;
    }

    /// @dev Its deciders, without the rest; zero if there is no such escrow.
    function _giverOf(bytes32 escrow) internal view returns (address) {
        return address(uint160(_firstWords[escrow]));
    }

    /// @dev Reads a deposit; its giver is zero if there is none.
    function _load(bytes32 escrow) internal view returns (Deposit memory) {
        uint256 first = _firstWords[escrow];
        return _unpack(first, first & WIDE == 0 ? 0 : _secondWords[escrow]);
    }

    /// @dev Writes a new deposit, all of whose places are free.
    function _create(
        bytes32 escrow,
        address giver,
        uint256 amountEach,
        address token,
        uint256 slots,
        uint256 term_
    ) internal {
        uint256 number = _numberOf(token);
        uint256 first = uint160(giver) | (amountEach << 160);
        if (number == UNUSUAL || amountEach > NARROW_AMOUNT || slots >> 5 != 0 || term_ >> 3 != 0) {
            _secondWords[escrow] =
                uint160(token) | (slots * (WIDE_FREE | WIDE_HELD | (1 << 160))) | (term_ << 250);
            _firstWords[escrow] = first | WIDE;
        } else {
            _firstWords[escrow] =
                first | (number << 234) | (slots * (NARROW_FREE | NARROW_HELD | (1 << 236))) | (term_ << 251);
        }
    }

    /// @dev Takes a free place; says whether there was one, in a deposit that takes farmers. One word has no end.
    function _takePlace(bytes32 escrow) internal returns (bool taken) {
        uint256 first = _firstWords[escrow];
        if (first & WIDE == 0) {
            taken = (first / NARROW_FREE) & 31 != 0;
            if (taken) _firstWords[escrow] = first - NARROW_FREE;
        } else {
            uint256 second = _secondWords[escrow];
            taken = (second / WIDE_FREE) & 0xffff != 0 && !_isOver(_unpack(first, second));
            if (taken) _secondWords[escrow] = second - WIDE_FREE;
        }
    }

    /// @dev Takes one place with money out of the count.
    function _payPlace(bytes32 escrow) internal returns (address token, uint256 amountEach) {
        uint256 first = _firstWords[escrow];
        if (first & WIDE == 0) {
            assert((first / NARROW_HELD) & 31 != 0);
            _firstWords[escrow] = first - NARROW_HELD;
            return (_tokenOf((first >> 234) & 3), (first >> 160) & NARROW_AMOUNT);
        }
        uint256 second = _secondWords[escrow];
        assert((second / WIDE_HELD) & 0xffff != 0);
        _secondWords[escrow] = second - WIDE_HELD;
        return (address(uint160(second)), (first >> 160) & MAX_AMOUNT);
    }

    /// @dev Whether nobody is proposed any more.
    function _isOver(Deposit memory deposit) internal view virtual returns (bool);

    /// @dev Writes a deposit. One in two words stays so.
    function _save(bytes32 escrow, Deposit memory deposit) internal {
        (uint256 first, uint256 second) = _pack(deposit);
        _firstWords[escrow] = first;
        if (first & WIDE != 0) _secondWords[escrow] = second;
    }

    function _pack(Deposit memory deposit) internal view returns (uint256 first, uint256 second) {
        uint256 number = _numberOf(deposit.token);
        uint256 giver = uint160(deposit.giver);
        bool isWide = deposit.isWide || number == UNUSUAL || deposit.endsAt != 0 || deposit.amountEach > NARROW_AMOUNT;
        if (isWide || deposit.slots >> 5 != 0 || deposit.term >> 3 != 0) {
            first = giver | (deposit.amountEach << 160) | WIDE;
            second =
                uint160(deposit.token) |
                (deposit.slots << 160) |
                (deposit.free << 176) |
                (deposit.held << 192) |
                (deposit.endsAt << 208) |
                (_bit(deposit.isNotice) << 248) |
                (_bit(deposit.sponsored) << 249) |
                (deposit.term << 250);
        } else {
            first =
                giver |
                (deposit.amountEach << 160) |
                (number << 234) |
                (deposit.slots << 236) |
                (deposit.free << 241) |
                (deposit.held << 246) |
                (deposit.term << 251) |
                (_bit(deposit.sponsored) << 254);
        }
    }

    function _unpack(uint256 first, uint256 second) internal view returns (Deposit memory deposit) {
        deposit.giver = address(uint160(first));
        if (first & WIDE == 0) {
            deposit.amountEach = (first >> 160) & NARROW_AMOUNT;
            deposit.token = _tokenOf((first >> 234) & 3);
            deposit.slots = (first >> 236) & 31;
            deposit.free = (first >> 241) & 31;
            deposit.held = (first >> 246) & 31;
            deposit.term = (first >> 251) & 7;
            deposit.sponsored = (first >> 254) & 1 != 0;
        } else {
            deposit.isWide = true;
            deposit.amountEach = (first >> 160) & MAX_AMOUNT;
            deposit.token = address(uint160(second));
            deposit.slots = (second >> 160) & 0xffff;
            deposit.free = (second >> 176) & 0xffff;
            deposit.held = (second >> 192) & 0xffff;
            deposit.endsAt = (second >> 208) & 0xffffffffff;
            deposit.isNotice = (second >> 248) & 1 != 0;
            deposit.sponsored = (second >> 249) & 1 != 0;
            deposit.term = second >> 250;
        }
    }

    function _numberOf(address token) private view returns (uint256) {
        if (token == address(0)) return 0;
        if (token == _token1) return 1;
        if (token == _token2) return 2;
        return token == _token3 ? 3 : UNUSUAL;
    }

    function _tokenOf(uint256 number) private view returns (address) {
        if (number == 0) return address(0);
        if (number == 1) return _token1;
        return number == 2 ? _token2 : _token3;
    }

    function _bit(bool is_) private pure returns (uint256) {
        return is_ ? 1 : 0;
    }
}
